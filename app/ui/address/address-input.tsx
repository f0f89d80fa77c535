import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { KIND_WORDS } from "~/domain/address/candidate";
import type { Candidate, Suggestion } from "~/domain/address/candidate";
import { MAX_TEXT_LENGTH, VIRTUAL_LIST_MAX_HEIGHT_PX } from "~/domain/constants";
import type { Place } from "~/domain/place";
import { coordinatePair } from "~/domain/validation/coordinates";
import { LabelWithStatus } from "~/ui/form/field-status";
import { useField } from "~/ui/form/form-context";
import { missingFault, useLeft } from "~/ui/form/use-left";
import { Icon } from "~/ui/icons";
import { useMounted } from "~/ui/use-mounted";
import { AddressFault, askDetails } from "./ask-addresses";
import { useAddressSearch } from "./use-address-search";
import styles from "./address.module.css";

const NO_ADDRESSES = "No addresses are loaded here, so nothing is suggested while you type.";

interface AddressInputProps {
  /** posted under this name; left out where the text is only searched for */
  name?: string;
  label: string;
  defaultValue?: string;
  help?: ReactNode;
  /** Said, and not held by the browser: a form without scripts is sent to search for what is typed here. */
  required?: boolean | undefined;
  /** What it says when it is required and left empty; default: "<label> is required". */
  emptyMessage?: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
  /** of two that fit the same the nearer one comes first */
  near?: Place | null;
  /** The place of the entry that was chosen, or of coordinates that were pasted. */
  onChoose: (found: Candidate) => void;
}

/** An address with suggestions while somebody types. What isn't chosen stays as it is typed. */
export function AddressInput({
  name = "",
  label,
  help,
  disabled,
  autoFocus,
  near = null,
  onChoose,
  ...props
}: AddressInputProps) {
  const own = useId();
  const field = useField(name, props.defaultValue, undefined);
  const left = useLeft(field.defaultValue, missingFault({ label, ...props }));
  const input = useRef<HTMLInputElement>(null);
  const mounted = useMounted();
  const [gone, setGone] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const search = useAddressSearch(near, () => combobox.openDropdown());
  const { list, fault, busy } = search;
  const suggestions = list?.suggestions ?? [];
  const trouble = gone ?? fault;

  const close = () => {
    search.stop();
    combobox.closeDropdown();
  };
  const choose = async (one: Suggestion) => {
    close();
    try {
      const found =
        one.lat !== null && one.lng !== null
          ? { ...one, lat: one.lat, lng: one.lng }
          : await askDetails(one.id, search.session());
      search.chosen();
      if (found === null) setGone("This address isn't there any more. Please search again.");
      else onChoose(found);
    } catch (error) {
      if (!(error instanceof AddressFault)) throw error;
      setGone(error.message);
    }
  };
  const typed = (text: string) => {
    setGone(null);
    combobox.closeDropdown();
    search.soon(text);
  };

  return (
    <div className={styles.address}>
      <Combobox
        store={combobox}
        // A dialog lies above everything that is not in it.
        withinPortal={false}
        onOptionSubmit={(index) => {
          const one = suggestions[Number(index)];
          if (one) void choose(one);
        }}
      >
        <Combobox.Target autoComplete="off" withExpandedAttribute={mounted}>
          <TextInput
            ref={input}
            key={field.defaultValue}
            id={name === "" ? own : field.id}
            name={name === "" ? undefined : name}
            label={name === "" ? label : <LabelWithStatus name={name}>{label}</LabelWithStatus>}
            description={help}
            error={field.error ?? left.fault}
            defaultValue={field.defaultValue}
            withAsterisk={props.required}
            aria-required={props.required || undefined}
            disabled={disabled}
            autoFocus={autoFocus}
            data-autofocus={autoFocus || undefined}
            maxLength={MAX_TEXT_LENGTH}
            role={mounted ? "combobox" : undefined}
            aria-autocomplete={mounted ? "list" : undefined}
            rightSection={busy ? <Icon name="search" size={16} /> : undefined}
            rightSectionPointerEvents="none"
            onFocus={search.begin}
            onBlur={(event) => {
              close();
              left.leave(event.currentTarget);
            }}
            onChange={(event) => {
              left.correct();
              if (document.activeElement === event.currentTarget) typed(event.currentTarget.value);
            }}
            onPaste={(event) => {
              const pair = coordinatePair(event.clipboardData.getData("text"));
              if (pair === null) return;
              event.preventDefault();
              close();
              const displayName = `${pair.lat}, ${pair.lng}`;
              onChoose({ kind: "point", displayName, countryCode: "", confidence: 1, ...pair });
            }}
            onKeyDown={(event) => {
              if (event.key === "Escape" && combobox.dropdownOpened) {
                // Escape closes the list, not the dialog around it.
                event.preventDefault();
                event.stopPropagation();
                close();
              } else if (event.key === "Enter" && !combobox.dropdownOpened) {
                const text = event.currentTarget.value.trim();
                // What isn't posted is only searched for, and some services may not be asked while somebody types.
                const asks = name === "" || list?.whileTyping === false;
                if (!asks || text === "" || list?.isReady === false || text === list?.text) {
                  if (name === "") event.preventDefault();
                  return;
                }
                event.preventDefault();
                search.now(text);
              }
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={suggestions.length === 0 && trouble !== null}>
          <Combobox.Options aria-label="Suggestions" mah={VIRTUAL_LIST_MAX_HEIGHT_PX} className={styles.list}>
            {suggestions.map((one, index) => (
              <Combobox.Option
                key={`${one.id} ${one.displayName} ${one.lat}`}
                value={String(index)}
                className={styles.option}
              >
                <span className={styles.optionText}>{one.displayName}</span>
                {KIND_WORDS[one.kind] !== "" && <span className={styles.kind}>{KIND_WORDS[one.kind]}</span>}
              </Combobox.Option>
            ))}
            {suggestions.length === 0 && <Combobox.Empty>Nothing found for “{list?.text}”</Combobox.Empty>}
          </Combobox.Options>
          {list !== null && list.attribution !== "" && (
            <Combobox.Footer className={styles.attribution}>{list.attribution}</Combobox.Footer>
          )}
        </Combobox.Dropdown>
      </Combobox>
      <span className="visually-hidden" role="status">
        {combobox.dropdownOpened && announced(suggestions.length)}
      </span>
      {trouble !== null && (
        <p className={styles.fault} role="status">
          {trouble}
        </p>
      )}
      {trouble === null && list?.isReady === false && <p className={styles.hint}>{NO_ADDRESSES}</p>}
      {list?.isReady === true && !list.whileTyping && <p className={styles.hint}>Press Enter to search.</p>}
    </div>
  );
}

const announced = (count: number): string =>
  count === 0
    ? "No address found"
    : `${count === 1 ? "1 address" : `${count} addresses`} found; choose with the arrow keys and Enter`;

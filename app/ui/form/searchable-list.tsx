import { Combobox, Input, useCombobox } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { VIRTUAL_LIST_MAX_HEIGHT_PX } from "~/domain/constants";
import { Icon } from "~/ui/icons";
import { optionsFound } from "./select-option";
import type { SelectOption } from "./select-option";
import styles from "./form.module.css";

interface SearchableListProps {
  id: string;
  label: string;
  invalid: boolean;
  options: readonly SelectOption[];
  value: string;
  onChoose: (value: string) => void;
  onClose: () => void;
  /** The field was left, whether its list was open or not. */
  onLeave: () => void;
}

/**
 * A list with a search box: the field shows what is chosen, and takes the words to search for while the list is open.
 */
export function SearchableList({
  id,
  label,
  invalid,
  options,
  value,
  onChoose,
  onClose,
  onLeave,
}: SearchableListProps) {
  const [query, setQuery] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const list = useCombobox({
    onDropdownOpen: () => list.selectActiveOption(),
    onDropdownClose: () => {
      setQuery("");
      list.resetSelectedOption();
      onClose();
    },
  });
  const open = list.dropdownOpened;
  const chosen = options.find((option) => option.value === value);
  const isSearched = query.trim() !== "";
  const found = optionsFound(options, query);

  // Enter takes the first match. The options have to be on the page before one of them can be marked.
  const { selectFirstOption } = list;
  useEffect(() => {
    if (isSearched) selectFirstOption();
  }, [query, isSearched, selectFirstOption]);

  // What is typed next replaces the name of the choice.
  useEffect(() => {
    if (!open && document.activeElement === input.current) input.current?.select();
  }, [open, value]);

  return (
    <Combobox
      store={list}
      // A dialog lies above everything that is not in it.
      withinPortal={false}
      onOptionSubmit={(next) => {
        onChoose(next);
        list.closeDropdown();
      }}
    >
      <Combobox.Target autoComplete="off" withExpandedAttribute>
        <Input
          ref={input}
          id={id}
          role="combobox"
          aria-autocomplete="list"
          aria-invalid={invalid || undefined}
          error={invalid}
          value={open ? query : (chosen?.label ?? "")}
          placeholder={open ? (chosen?.label ?? "Search") : "Choose"}
          rightSection={<Icon name={open ? "search" : "chevron-down"} size={16} />}
          rightSectionPointerEvents="none"
          onClick={() => list.openDropdown()}
          onBlur={() => {
            list.closeDropdown();
            // The window may have been left, and not the field.
            if (document.activeElement !== input.current) onLeave();
          }}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            list.openDropdown();
          }}
          onKeyDown={(event) => {
            if (!open) {
              if (event.key !== "Enter") return;
              event.preventDefault();
              list.openDropdown("keyboard");
            } else if (event.key === "Escape") {
              // Escape closes the list, not the dialog around it.
              event.preventDefault();
              event.stopPropagation();
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} mah={VIRTUAL_LIST_MAX_HEIGHT_PX} className={styles.comboList}>
          {found.map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              active={option.value === value}
              disabled={option.disabled}
              className={styles.comboOption}
            >
              <span className="cut" title={option.label}>
                {option.label}
              </span>
              {option.value === value && <Icon name="check" size={16} />}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>Nothing matches “{query}”</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

import { useEffect, useId, useRef, useState, type MouseEvent, type RefObject } from "react";
import { Form, useSearchParams } from "@remix-run/react";
import { MAX_CHOSEN_ROWS } from "~/domain/constants";
import { formatNumber } from "~/domain/format-number";
import { CHOSEN_PARAM, DIALOG_PARAM } from "~/lib/dialog-param";
import { Button } from "~/ui/button";
import type { IconName } from "~/ui/icons";
import { useMounted } from "~/ui/use-mounted";
import { keysBetween } from "./keys-between";
import styles from "./row-choice.module.css";

/** Rows of a table can be chosen, to do something with all of them. */
export interface RowChoice<Row> {
  /** "vehicles" */
  what: string;
  /** what a row is called: spoken with its box */
  nameOf: (row: Row) => string;
  /** dialogs about the chosen rows; their ids are in the address (`chosenOf`) */
  actions: readonly { dialog: string; label: string; icon: IconName }[];
}

const BOXES = "input[data-choose]";

/**
 * Which rows are chosen. The boxes themselves hold the state, with and without scripts, and a removed row takes its box
 * along; a script counts them, chooses all of the page, and with Shift all from the box that was pressed last to this
 * one.
 */
export function useRowChoice(frame: RefObject<HTMLElement>) {
  const formId = `choose${useId().replace(/\W/g, "")}`;
  const [count, setCount] = useState(0);
  const last = useRef<string | null>(null);
  const boxes = () => [...(frame.current?.querySelectorAll<HTMLInputElement>(BOXES) ?? [])];
  const recount = () => setCount(boxes().filter((box) => box.checked).length);
  // Boxes may have been pressed before the scripts came, and rows may have gone since.
  useEffect(recount);
  const chooseAll = (checked: boolean) => {
    for (const box of boxes()) box.checked = checked;
    last.current = null;
    recount();
  };
  return {
    formId,
    count,
    chooseAll,
    onClick: (event: MouseEvent) => {
      const box = event.target;
      if (!(box instanceof HTMLInputElement) || !box.matches(BOXES)) return;
      if (event.shiftKey && last.current !== null) {
        const all = boxes();
        const between = new Set(
          keysBetween(
            all.map(({ value }) => value),
            last.current,
            box.value,
          ),
        );
        for (const one of all) if (between.has(one.value)) one.checked = box.checked;
      }
      last.current = box.value;
      recount();
    },
  };
}

export function ChooseBox({ formId, value, name }: { formId: string; value: string | number; name: string }) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        form={formId}
        name={CHOSEN_PARAM}
        value={value}
        data-choose
        aria-label={`Select ${name}`}
      />
    </label>
  );
}

/** In the table's head; it needs a script. */
export function ChooseAllBox({
  count,
  total,
  onChange,
}: {
  count: number;
  total: number;
  onChange: (checked: boolean) => void;
}) {
  const mounted = useMounted();
  if (!mounted) return <span className="visually-hidden">Select</span>;
  const setIndeterminate = (box: HTMLInputElement | null) => {
    if (box !== null) box.indeterminate = count > 0 && count < total;
  };
  return (
    <label className={styles.box}>
      <input
        ref={setIndeterminate}
        type="checkbox"
        data-choose-all
        aria-label="Select all on this page"
        checked={count > 0 && count === total}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.onCards}>Select all</span>
    </label>
  );
}

interface ChoiceBarProps {
  formId: string;
  what: string;
  actions: RowChoice<unknown>["actions"];
  count: number;
  /** rows on the page */
  total: number;
  chooseAll: (checked: boolean) => void;
}

/**
 * What can be done with the chosen rows: one form, whose buttons lead to a dialog. In sight while something is chosen.
 */
export function ChoiceBar({ formId, what, actions, count, total, chooseAll }: ChoiceBarProps) {
  const [params] = useSearchParams();
  const mounted = useMounted();
  const bar = useRef<HTMLFormElement>(null);
  const had = useRef(false);
  useEffect(() => {
    // With the last chosen row the bar goes, and the keyboard with it.
    const { activeElement } = document;
    if (had.current && count === 0 && (activeElement === document.body || bar.current?.contains(activeElement)))
      bar.current?.parentElement?.querySelector<HTMLElement>("[data-choose-all]")?.focus();
    had.current = count > 0;
  }, [count]);
  const kept = [...params].filter(([name]) => ![DIALOG_PARAM, CHOSEN_PARAM, "id", "highlight"].includes(name));
  const tooMany = count > MAX_CHOSEN_ROWS ? `Choose at most ${formatNumber(MAX_CHOSEN_ROWS)} at once.` : undefined;
  return (
    <Form
      ref={bar}
      id={formId}
      method="get"
      className={styles.bar}
      data-bar="choice"
      aria-label={`Selected ${what}`}
      preventScrollReset
      // Enter on a box sends its form, also while nothing is chosen and its buttons are out of sight.
      onSubmit={(event) => {
        if (count === 0) event.preventDefault();
      }}
    >
      {kept.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <b className={`${styles.count} num`} role="status">
        {mounted ? `${formatNumber(count)} selected` : `Selected ${what}`}
      </b>
      {actions.map(({ dialog, label, icon }) => (
        <Button key={dialog} type="submit" name={DIALOG_PARAM} value={dialog} icon={icon} disabledReason={tooMany}>
          {label}
        </Button>
      ))}
      {mounted && (
        <span className={styles.scripted}>
          {count < total && (
            <Button kind="quiet" onClick={() => chooseAll(true)}>{`Select all ${formatNumber(total)}`}</Button>
          )}
          <Button kind="quiet" onClick={() => chooseAll(false)}>
            Clear
          </Button>
        </span>
      )}
    </Form>
  );
}

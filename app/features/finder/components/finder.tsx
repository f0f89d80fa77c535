import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useFetcher, useNavigate } from "@remix-run/react";
import { TextInput } from "@mantine/core";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { Icon } from "~/ui/icons";
import { isTyping } from "~/ui/table/search-input";
import { useMounted } from "~/ui/use-mounted";
import type { Found } from "../queries/find.server";
import { pagesNamed, type FinderPage } from "../finder-pages";
import { SHORTCUTS } from "../shortcuts";
import styles from "./finder.module.css";

const DELAY_MS = 150;

/** Ctrl K opens the search, `?` lists the keys. The button in the header does the same for the mouse. */
export function Finder({ pages }: { pages: readonly FinderPage[] }) {
  const [open, setOpen] = useState<"find" | "keys" | null>(null);
  const mounted = useMounted();
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const find =
        event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const keys = event.key === "?" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
      // An open dialog may hold unsaved input.
      if (!(find || keys) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      setOpen(find ? "find" : "keys");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  if (!mounted) return null;
  const close = () => setOpen(null);
  return (
    <>
      <button
        type="button"
        className={styles.trigger}
        aria-label="Go to"
        title="Go to (Ctrl K)"
        onClick={() => setOpen("find")}
      >
        <Icon name="search" size={16} />
        <span className={styles.triggerText}>Go to</span>
        <kbd className={styles.key}>Ctrl K</kbd>
      </button>
      {open === "find" && <FindDialog pages={pages} onClose={close} onKeys={() => setOpen("keys")} />}
      {open === "keys" && <KeysDialog onClose={close} />}
    </>
  );
}

function FindDialog({
  pages,
  onClose,
  onKeys,
}: {
  pages: readonly FinderPage[];
  onClose: () => void;
  onKeys: () => void;
}) {
  const fetcher = useFetcher<{ text: string; found: Found[] }>();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const { load } = fetcher;
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (value: string) => {
    setText(value);
    setActive(0);
    clearTimeout(timer.current);
    if (value.trim() !== "") timer.current = setTimeout(() => load(paths.find(value.trim())), DELAY_MS);
  };
  const found = text.trim() === "" ? [] : [...pagesNamed(pages, text), ...(fetcher.data?.found ?? [])];
  const go = (one: { to: string } | undefined) => {
    if (one === undefined) return;
    onClose();
    navigate(one.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      go(found[active]);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && found.length > 0) {
      event.preventDefault();
      setActive((active + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length);
    }
  };
  const nothing =
    text.trim() !== "" && fetcher.state === "idle" && fetcher.data?.text === text.trim() && found.length === 0;
  return (
    <DialogFrame title="Go to" closeTo="." onClose={onClose} width={560} guard={false}>
      <TextInput
        autoFocus
        data-autofocus
        role="combobox"
        aria-label="Plan, route, visit, page, vehicle or warehouse"
        aria-expanded={found.length > 0}
        aria-controls="finder-list"
        aria-activedescendant={found[active] === undefined ? undefined : `finder-${active}`}
        placeholder="Plan, route, visit, page, vehicle or warehouse"
        maxLength={255}
        autoComplete="off"
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ul id="finder-list" role="listbox" aria-label="Found" className={styles.list}>
        {found.map((one, index) => (
          <li
            key={`${one.kind}-${one.id}`}
            id={`finder-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.row}
            onMouseEnter={() => setActive(index)}
            onClick={() => go(one)}
          >
            <span className={styles.kind}>{one.kind}</span>
            <span className={`${styles.title} cut`} title={one.title}>
              {one.title}
            </span>
            <span className={`${styles.detail} cut num`}>{one.detail}</span>
          </li>
        ))}
      </ul>
      <p className={styles.hint} role="status">
        {nothing ? `Nothing is found for “${text.trim()}”.` : ""}
      </p>
      <div>
        <Button kind="quiet" icon="help" onClick={onKeys}>
          All keys
        </Button>
      </div>
    </DialogFrame>
  );
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame title="Keys" closeTo="." onClose={onClose} width={480} guard={false}>
      {SHORTCUTS.map((group) => (
        <section key={group.title}>
          <h3 className={styles.groupTitle}>{group.title}</h3>
          <dl className={styles.keys}>
            {group.keys.map(([key, what]) => (
              <div key={key} className={styles.keyRow}>
                <dt>
                  <kbd className={styles.key}>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </DialogFrame>
  );
}

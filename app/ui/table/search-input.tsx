import { useEffect, useRef, useState } from "react";
import { Form, Link, useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import { CloseButton, Loader, TextInput } from "@mantine/core";
import { Icon } from "~/ui/icons";
import { useMounted } from "~/ui/use-mounted";
import styles from "./search-input.module.css";

const DEBOUNCE_MS = 300;
const CLEAR = "Clear the search";

interface SearchInputProps {
  /** The parameter of the address; default `q`. */
  name?: string;
  label?: string;
}

/** A GET form: Enter searches without JavaScript; with it, 300 ms after the last key. Back to page 1 each time. */
export function SearchInput({ name = "q", label = "Search" }: SearchInputProps) {
  const [params] = useSearchParams();
  const submit = useSubmit();
  const navigation = useNavigation();
  const current = params.get(name) ?? "";
  const [text, setText] = useState(current);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number | undefined>(undefined);
  const sent = useRef(current);

  // Back and forward change the address: follow it, except while the user types on.
  useEffect(() => {
    if (current !== sent.current) {
      sent.current = current;
      setText(current);
    }
  }, [current]);

  useEffect(() => () => window.clearTimeout(timer.current), []);
  useSearchHotkey(input);

  const search = (value: string) => {
    window.clearTimeout(timer.current);
    sent.current = value.trim();
    const next = new URLSearchParams(params);
    next.delete("page");
    if (sent.current === "") next.delete(name);
    else next.set(name, sent.current);
    submit(next, { method: "get", replace: current !== "", preventScrollReset: true });
  };

  const type = (value: string) => {
    setText(value);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => search(value), DEBOUNCE_MS);
  };

  const mounted = useMounted();
  const kept = [...params].filter(([key]) => key !== name && key !== "page");
  const searching =
    navigation.state === "loading" && new URLSearchParams(navigation.location.search).get(name) !== (current || null);
  return (
    <Form
      method="get"
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      {kept.map(([key, value], index) => (
        <input key={index} type="hidden" name={key} value={value} />
      ))}
      <TextInput
        ref={input}
        type="search"
        name={name}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        placeholder="Search"
        aria-label={label}
        maxLength={255}
        leftSection={<Icon name="search" size={16} />}
        rightSection={
          searching ? (
            <Loader size={14} />
          ) : text === "" ? undefined : !mounted ? (
            <CloseButton
              component={Link}
              to={`?${new URLSearchParams(kept).toString()}`}
              size="sm"
              aria-label={CLEAR}
            />
          ) : (
            <CloseButton
              size="sm"
              aria-label={CLEAR}
              onClick={() => {
                setText("");
                search("");
                input.current?.focus();
              }}
            />
          )
        }
      />
    </Form>
  );
}

/** `/` moves the focus here unless the user is typing somewhere. */
export function useSearchHotkey(input: React.RefObject<HTMLInputElement>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input]);
}

/** Whether a key belongs to a field, and is no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

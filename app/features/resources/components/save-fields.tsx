import { useCallback, useEffect, useRef, useState } from "react";
import { useFetcher } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { VEHICLE_SETTINGS_SAVE_DELAY_MS } from "~/domain/constants";
import { useEarlyChanges } from "~/ui/form/early-changes";
import styles from "./resources.module.css";

export interface SaveFieldsProps {
  id: number;
  tab: string;
  /** groups of fields that are sent together */
  together: readonly (readonly string[])[];
  /** fields with this beginning wait for the form's own button */
  leaveOut: string;
}

/**
 * Saves the fields of the form that it stands in, each when it was changed and left. One post at a time: what is
 * changed meanwhile goes with the next, so that quick edits neither overtake nor cancel each other.
 */
export function SaveFields({ id, tab, together, leaveOut }: SaveFieldsProps) {
  const fetcher = useFetcher<ActionResult<unknown>>();
  const mark = useRef<HTMLParagraphElement>(null);
  const changed = useRef(new Set<string>());
  const sent = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [state, setState] = useState<"quiet" | "saving" | "saved">("quiet");
  const busy = useRef(false);
  busy.current = fetcher.state !== "idle";
  const { submit } = fetcher;

  const flush = useCallback(() => {
    const form = mark.current?.closest("form");
    if (!form || busy.current || changed.current.size === 0) return;
    const values = new FormData(form);
    const names = new Set(changed.current);
    for (const group of together) if (group.some((name) => names.has(name))) for (const name of group) names.add(name);
    const body = new FormData();
    for (const [name, value] of Object.entries({ intent: "update-fields", id: String(id), tab })) body.set(name, value);
    // Of a switch, which posts twice, the last value counts.
    for (const name of names) body.set(name, String(values.getAll(name).at(-1) ?? ""));
    sent.current = [...names];
    changed.current.clear();
    busy.current = true;
    setState("saving");
    submit(body, { method: "post" });
  }, [id, tab, together, submit]);

  useEffect(() => {
    const form = mark.current?.closest("form");
    if (!form) return;
    const note = (event: Event) => {
      const field = event.target;
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.name === "" || field.name.startsWith(leaveOut)) return;
      // While somebody types, the field isn't left yet; what a map or a list writes into a field is meant at once.
      if (event.type === "input" && field === document.activeElement) return;
      changed.current.add(field.name);
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, VEHICLE_SETTINGS_SAVE_DELAY_MS);
    };
    form.addEventListener("change", note);
    form.addEventListener("input", note);
    return () => {
      form.removeEventListener("change", note);
      form.removeEventListener("input", note);
    };
  }, [flush, leaveOut]);
  useEarlyChanges(() => mark.current?.closest("form"));

  const last = useRef(flush);
  last.current = flush;
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (fetcher.state !== "idle" || fetcher.data === undefined) return;
    const more = changed.current.size > 0;
    // What was refused is sent again with the next change, which may put it right.
    if (!fetcher.data.ok) for (const name of sent.current) changed.current.add(name);
    if (more) last.current();
    else if (fetcher.data.ok) setState("saved");
  }, [fetcher.state, fetcher.data]);

  const refused = fetcher.state === "idle" && fetcher.data?.ok === false ? fetcher.data.message : null;
  return (
    <p ref={mark} className={styles.saveMark} role="status" data-refused={refused !== null || undefined}>
      {refused !== null ? `Not saved: ${refused}` : state === "saving" ? "Saving…" : state === "saved" ? "✓ Saved" : ""}
    </p>
  );
}

import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useFetcher } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { VEHICLE_SETTINGS_SAVE_DELAY_MS } from "~/domain/constants";
import { NOT_SENT } from "~/lib/steady-fetch";
import { absolute } from "~/paths";
import { useEarlyChanges } from "./early-changes";
import { FieldMarks, type FieldMark } from "./field-marks";
import { setInputValue } from "./fields";
import { holdPage, NO_ANSWER, NO_CONNECTION, sendLate, whenBack } from "./late-saves";
import styles from "./form.module.css";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface SaveFieldsProps {
  /** which case of the action saves some of the fields */
  intent: string;
  /** sent with every save: id, tab */
  hidden: Readonly<Record<string, string | number>>;
  /** where they are sent to; without the base path */
  action: string;
  /** groups of fields that are sent together, when the last of them was left */
  together: readonly (readonly string[])[];
  /** fields with this beginning wait for the form's own button */
  leaveOut?: string;
  /**
   * What the server has now, by field. It is written into every field that nobody is changing, and each save tells what
   * its fields showed before (`seen`), so that a colleague's change is never overwritten unnoticed.
   */
  fresh?: Readonly<Record<string, string>>;
  /** what stands under the fields, with the line that says how far the saving is; without it that line alone */
  footer?: (status: ReactNode) => ReactNode;
  children: ReactNode;
}

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** How long a field says that it was saved. */
const SAVED_MS = 4_000;
/** A save that takes longer says that it isn't done. */
const PATIENCE_MS = 4_000;

/**
 * Fields that save themselves, each when it was changed and left, inside an AppForm with `autoComplete="off"`. One post at a time: what is changed
 * meanwhile goes with the next, so that quick edits neither overtake nor cancel each other. What is refused stays as it
 * was typed, says why, and goes again when it is changed or "Save again" is pressed. What reaches nobody waits here, and
 * goes by itself when the connection is back.
 */
export function SaveFields({ intent, hidden, action, together, leaveOut, fresh, footer = (status) => status, children }: SaveFieldsProps) {
  const fetcher = useFetcher<ActionResult<unknown>>();
  const box = useRef<HTMLDivElement>(null);
  const [marks, setMarks] = useState<Readonly<Record<string, FieldMark>>>({});
  /** changed and not stored yet, with what the field showed before */
  const open = useRef(new Map<string, string | undefined>());
  /** of those: left, and to be sent */
  const ready = useRef(new Set<string>());
  const sent = useRef<{ names: string[]; values: Map<string, string> } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const patience = useRef<ReturnType<typeof setTimeout>>();
  const answered = useRef<unknown>(undefined);
  const giveUp = useRef(() => {});
  const writing = useRef(false);
  const marksNow = useRef(marks);
  marksNow.current = marks;
  const now = useRef({ hidden, fresh, action });
  now.current = { hidden, fresh, action };
  const { submit } = fetcher;

  const groupOf = useCallback((name: string) => together.find((group) => group.includes(name)) ?? [name], [together]);
  const mark = useCallback((names: readonly string[], one: FieldMark | null) => setMarks((old) => {
    const next = { ...old };
    for (const name of names) {
      if (one === null) delete next[name];
      else next[name] = one;
    }
    return next;
  }), []);

  /** What is posted for these fields. A field that was switched off meanwhile has no value to send. */
  const bodyOf = useCallback((form: HTMLFormElement, names: readonly string[]) => {
    const typed = new FormData(form);
    const body = new FormData();
    body.set("intent", intent);
    for (const [name, value] of Object.entries(now.current.hidden)) body.set(name, String(value));
    const seen: Record<string, string> = {};
    const values = new Map<string, string>();
    for (const name of names) {
      // Of a switch, which posts twice, the last value counts.
      const value = typed.getAll(name).at(-1);
      if (typeof value !== "string") continue;
      values.set(name, value);
      body.set(name, value);
      const before = open.current.get(name) ?? now.current.fresh?.[name];
      if (before !== undefined) seen[name] = before;
    }
    if (now.current.fresh) body.set("seen", JSON.stringify(seen));
    return { body, values };
  }, [intent]);

  const flush = useCallback(() => {
    const form = box.current?.closest("form");
    if (!form || sent.current !== null) return;
    const focused = isField(document.activeElement) ? document.activeElement.name : "";
    // A pair is sent when both of its fields were left.
    const names = [...new Set([...ready.current].flatMap(groupOf))].filter((name) => !(groupOf(name).length > 1 && groupOf(name).includes(focused)));
    const { body, values } = bodyOf(form, names);
    for (const name of names) ready.current.delete(name);
    if (values.size === 0) return;
    sent.current = { names: [...values.keys()], values };
    giveUp.current();
    mark(names, navigator.onLine ? { state: "saving" } : { state: "waiting", error: NO_CONNECTION });
    clearTimeout(patience.current);
    patience.current = setTimeout(() => mark(names, { state: "waiting", error: navigator.onLine ? NO_ANSWER : NO_CONNECTION }), PATIENCE_MS);
    submit(body, { method: "post", action: now.current.action });
  }, [groupOf, bodyOf, mark, submit]);

  useEffect(() => {
    const form = box.current?.closest("form");
    if (!form) return;
    const soon = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, VEHICLE_SETTINGS_SAVE_DELAY_MS);
    };
    const note = (event: Event) => {
      const field = event.target;
      if (writing.current || !isField(field) || field.name === "" || (leaveOut !== undefined && field.name.startsWith(leaveOut))) return;
      if (!open.current.has(field.name)) open.current.set(field.name, now.current.fresh?.[field.name]);
      // While somebody types, the field isn't left yet; what a map or a list writes into a field is meant at once.
      if (event.type === "input" && field === document.activeElement) return;
      ready.current.add(field.name);
      soon();
    };
    const enter = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.isComposing) return;
      // Enter saves the field; there is no button that it could press.
      event.preventDefault();
      event.target.blur();
      event.target.focus();
    };
    form.addEventListener("change", note);
    form.addEventListener("input", note);
    form.addEventListener("focusout", soon);
    if (leaveOut === undefined) form.addEventListener("keydown", enter);
    return () => {
      form.removeEventListener("change", note);
      form.removeEventListener("input", note);
      form.removeEventListener("focusout", soon);
      form.removeEventListener("keydown", enter);
    };
  }, [flush, leaveOut]);
  useEarlyChanges(() => box.current?.closest("form"));

  // The panel is closed, or the page left, while something is typed: it is saved all the same.
  useEffect(() => {
    const form = box.current?.closest("form");
    if (!form) return;
    const saveLast = (send: (url: string, body: FormData) => unknown) => {
      clearTimeout(timer.current);
      clearTimeout(patience.current);
      giveUp.current();
      const names = [...new Set([...open.current.keys()].flatMap(groupOf))].filter((name) => marksNow.current[name]?.state !== "failed");
      if (names.length === 0) return;
      const { body, values } = bodyOf(form, names);
      // Without the tab's name this tab is told about the change like all others.
      body.delete("tab");
      if (values.size > 0) send(absolute(now.current.action), body);
      open.current.clear();
    };
    const leave = () => saveLast((url, body) => navigator.sendBeacon(url, body));
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      saveLast((url, body) => void sendLate(url, body));
    };
  }, [groupOf, bodyOf]);

  // News from others: into every field that is neither being changed nor in hand.
  const takeNews = useCallback(() => {
    const form = box.current?.closest("form");
    const news = now.current.fresh;
    if (!form || news === undefined) return;
    writing.current = true;
    for (const [name, value] of Object.entries(news)) {
      const field = form.elements.namedItem(name);
      const inHand = groupOf(name).some((one) => open.current.has(one) || (isField(document.activeElement) && document.activeElement.name === one));
      if (isField(field) && !inHand && field.value !== value) setInputValue(field, value);
    }
    writing.current = false;
  }, [groupOf]);
  useEffect(takeNews, [fresh, takeNews]);

  useEffect(() => {
    const last = sent.current;
    const answer = fetcher.data;
    if (last === null || fetcher.state === "submitting" || answer === undefined || answer === answered.current) return;
    clearTimeout(patience.current);
    // The answer counts at once: the news that follow it may take longer, or wait for the connection.
    answered.current = answer;
    sent.current = null;
    if (!answer.ok && answer.message === NOT_SENT) {
      for (const name of last.names) ready.current.add(name);
      mark(last.names, { state: "waiting", error: NO_CONNECTION });
      giveUp.current = whenBack(flush);
      return;
    }
    // What goes together is refused together: half of a pair would be sent with the other half for ever.
    const refused = answer.ok ? [] : last.names.filter((name) => groupOf(name).some((one) => answer.fieldErrors?.[one] !== undefined));
    const innocent = refused.length > 0 ? last.names.filter((name) => !refused.includes(name)) : [];
    if (answer.ok) {
      for (const name of last.names) {
        // Typed on meanwhile: from what is stored now.
        if (ready.current.has(name) || isTypedOn(box.current, name, last.values)) open.current.set(name, last.values.get(name));
        else open.current.delete(name);
      }
      mark(last.names, { state: "saved" });
      setTimeout(() => setMarks((old) => Object.fromEntries(Object.entries(old).filter(([name, one]) => !(last.names.includes(name) && one.state === "saved")))), SAVED_MS);
    } else {
      // What another field of the same post was refused for goes again by itself.
      for (const name of innocent) ready.current.add(name);
      mark(innocent, null);
      for (const name of refused.length > 0 ? refused : last.names) {
        // Saving again is a decision: it starts from what the server has by then.
        open.current.set(name, undefined);
        mark([name], { state: "failed", error: answer.fieldErrors?.[name] ?? answer.message });
      }
    }
    flush();
  }, [fetcher.state, fetcher.data, groupOf, mark, flush]);
  useEffect(() => {
    if (fetcher.state === "idle" && fetcher.data?.ok === true) takeNews();
  }, [fetcher.state, fetcher.data, takeNews]);

  const isWaiting = Object.values(marks).some((one) => one.state === "waiting");
  useEffect(() => (isWaiting ? holdPage() : undefined), [isWaiting]);
  const failed = Object.entries(marks).filter(([, one]) => one.state === "failed");
  const saying = useMemo(() => statusOf(marks), [marks]);
  return (
    <FieldMarks.Provider value={marks}>
      <div ref={box} className={styles.stack}>
        {children}
        {footer(
          <p className={styles.saveStatus} role="status" data-failed={failed.length > 0 || undefined}>
            {saying}
            {failed.length > 0 && <button type="button" className={styles.saveAgain} onClick={() => { for (const [name] of failed) ready.current.add(name); flush(); }}>Save again</button>}
          </p>,
        )}
      </div>
    </FieldMarks.Provider>
  );
}

function isTypedOn(box: HTMLElement | null, name: string, values: ReadonlyMap<string, string>): boolean {
  const field = box?.closest("form")?.elements.namedItem(name) ?? null;
  return isField(field) && field === document.activeElement && field.value !== values.get(name);
}

function statusOf(marks: Readonly<Record<string, FieldMark>>): string {
  const all = Object.values(marks);
  const failed = all.find((one) => one.state === "failed");
  if (failed !== undefined) return `Not saved: ${failed.error ?? ""}`;
  const waiting = all.find((one) => one.state === "waiting");
  if (waiting !== undefined) return waiting.error ?? "";
  if (all.some((one) => one.state === "saving")) return "Saving…";
  return all.length > 0 ? "✓ Saved" : "";
}

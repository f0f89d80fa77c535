import { useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useFetcher } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { VEHICLE_SETTINGS_SAVE_DELAY_MS } from "~/domain/constants";
import { PageContext } from "~/lib/page-stamp";
import { isUnreached } from "~/lib/not-answered";
import { FieldStatuses, statusWords, type FieldStatus } from "./field-status";
import { isField, isTypedOn, saveByEnter, shownValue } from "./field-values";
import { setInputValue } from "~/lib/input-value";
import { warnBeforeLeaving, NO_ANSWER, NO_CONNECTION, onReconnect } from "./late-saves";
import { useSaveOnLeave } from "./use-save-on-leave";
import styles from "./form.module.css";
import { textsInUnits, unitsSent } from "~/domain/unit-fields";
import { useUnits } from "~/ui/use-units";

interface SaveFieldsProps {
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
   * What the server has now, by field, metric. It is written into every field that is not being changed, and each save
   * carries what its fields showed before (`seen`), so that a colleague's change is never overwritten unnoticed.
   */
  fresh?: Readonly<Record<string, string>>;
  /** what stands under the fields, with the line that shows how far the saving is; without it that line alone */
  footer?: (status: ReactNode) => ReactNode;
  children: ReactNode;
}

/** What an action on fields answers. */
interface SavedFields {
  /** what they show of the stored record, by field: '7.5' for a typed '7,5' */
  stored?: Readonly<Record<string, string>>;
}

/** How long a field shows that it was saved. */
const SAVED_MS = 4_000;
/** A save that takes longer is shown as unfinished. */
const WAIT_MS = 4_000;

/**
 * Fields that save themselves, each when it was changed and left, inside an AppForm with `autoComplete="off"`. One post
 * at a time: what is changed meanwhile goes with the next, so that quick edits neither overtake nor cancel each other.
 * What is refused stays as it was typed, with the reason, and goes again when it is changed or "Save again" is
 * pressed. What can't be sent waits here, and goes when the connection is back.
 */
export function SaveFields({
  intent,
  hidden,
  action,
  together,
  leaveOut,
  fresh: stored,
  footer = (status) => status,
  children,
}: SaveFieldsProps) {
  const fetcher = useFetcher<ActionResult<SavedFields>>();
  const box = useRef<HTMLDivElement>(null);
  const [statuses, setStatuses] = useState<Readonly<Record<string, FieldStatus>>>({});
  /** changed and not stored yet, with what the field showed before */
  const editedFrom = useRef(new Map<string, string | undefined>());
  /** of those: left, and to be sent */
  const ready = useRef(new Set<string>());
  const sent = useRef<{ names: string[]; values: Map<string, string>; seen: Readonly<Record<string, string>> } | null>(
    null,
  );
  /** stored by this form while the fresh values are still those from before */
  const own = useRef(new Map<string, { stored: string; before: string | undefined }>());
  /** two values of these are to be chosen between: they are not sent by being left */
  const held = useRef(new Set<string>());
  /** of refused fields: what they showed before */
  const refusedSeen = useRef(new Map<string, string>());
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const patience = useRef<ReturnType<typeof setTimeout>>();
  const answered = useRef<unknown>(undefined);
  const giveUp = useRef(() => {});
  const writing = useRef(false);
  const latestStatuses = useRef(statuses);
  latestStatuses.current = statuses;
  const { companyId } = useContext(PageContext);
  const units = useUnits();
  const fresh = useMemo(() => stored && textsInUnits(stored, units), [stored, units]);
  const sentAlong = { ...hidden, ...unitsSent(units) };
  const now = useRef({ sentAlong, fresh, action, companyId });
  now.current = { sentAlong, fresh, action, companyId };
  const { submit } = fetcher;

  const groupOf = useCallback((name: string) => together.find((group) => group.includes(name)) ?? [name], [together]);
  const setStatus = useCallback(
    (names: readonly string[], one: FieldStatus | null) =>
      setStatuses((old) => {
        const next = { ...old };
        for (const name of names) {
          if (one === null) delete next[name];
          else next[name] = one;
        }
        return next;
      }),
    [],
  );

  /** What the server has of a field, as far as it is known here. */
  const known = useCallback((name: string): string | undefined => {
    const fresh = now.current.fresh?.[name];
    const saved = own.current.get(name);
    return saved !== undefined && saved.before === fresh ? saved.stored : fresh;
  }, []);

  /** What is posted for these fields. A field that was switched off meanwhile has no value to send. */
  const bodyOf = useCallback(
    (form: HTMLFormElement, names: readonly string[]) => {
      const typed = new FormData(form);
      const body = new FormData();
      body.set("intent", intent);
      for (const [name, value] of Object.entries(now.current.sentAlong)) body.set(name, String(value));
      const seen: Record<string, string> = {};
      const values = new Map<string, string>();
      for (const name of names) {
        // Of a switch, which posts twice, the last value counts.
        const value = typed.getAll(name).at(-1);
        if (typeof value !== "string") continue;
        values.set(name, value);
        body.set(name, value);
        const before = editedFrom.current.get(name) ?? known(name);
        if (before !== undefined) seen[name] = before;
      }
      if (now.current.fresh) body.set("seen", JSON.stringify(seen));
      return { body, values, seen };
    },
    [intent, known],
  );

  const flush = useCallback(() => {
    const form = box.current?.closest("form");
    if (!form || sent.current !== null) return;
    const focused = isField(document.activeElement) ? document.activeElement.name : "";
    // A pair is sent when both of its fields were left.
    const names = [...new Set([...ready.current].flatMap(groupOf))].filter(
      (name) =>
        !(groupOf(name).length > 1 && groupOf(name).includes(focused)) &&
        !groupOf(name).some((one) => held.current.has(one)),
    );
    const { body, values, seen } = bodyOf(form, names);
    for (const name of names) ready.current.delete(name);
    if (values.size === 0) return;
    sent.current = { names: [...values.keys()], values, seen };
    giveUp.current();
    setStatus(names, navigator.onLine ? { state: "saving" } : { state: "waiting", error: NO_CONNECTION });
    clearTimeout(patience.current);
    patience.current = setTimeout(
      () => setStatus(names, { state: "waiting", error: navigator.onLine ? NO_ANSWER : NO_CONNECTION }),
      WAIT_MS,
    );
    submit(body, { method: "post", action: now.current.action });
  }, [groupOf, bodyOf, setStatus, submit]);

  /**
   * What somebody else saved in a field that is being changed here: shown at the field, with both values to choose
   * from.
   */
  const offer = useCallback(
    (name: string, theirs: string) => {
      const mine = () => {
        // Seen by now: the next save is no longer refused for it.
        editedFrom.current.set(name, theirs);
        held.current.delete(name);
        ready.current.add(name);
        flush();
      };
      const take = () => {
        const field = box.current?.closest("form")?.elements.namedItem(name) ?? null;
        held.current.delete(name);
        ready.current.delete(name);
        editedFrom.current.delete(name);
        refusedSeen.current.delete(name);
        writing.current = true;
        if (isField(field)) setInputValue(field, known(name) ?? theirs);
        writing.current = false;
        setStatus([name], null);
        flush();
      };
      held.current.add(name);
      const text = shownValue(box.current?.closest("form")?.elements.namedItem(name) ?? null, theirs);
      setStatus([name], {
        state: "failed",
        error:
          text === "" ? "Somebody else cleared this field." : `Somebody else changed this to “${text.slice(0, 80)}”.`,
        choose: { mine, theirs: take },
      });
    },
    [flush, known, setStatus],
  );

  useEffect(() => {
    const form = box.current?.closest("form");
    if (!form) return;
    const soon = (event?: Event) => {
      const left = event?.type === "focusout" ? event.target : null;
      // Left with a change for which the browser sent no event: another value was written into it meanwhile.
      if (
        isField(left) &&
        editedFrom.current.has(left.name) &&
        latestStatuses.current[left.name]?.state !== "failed" &&
        sent.current?.values.get(left.name) !== left.value
      )
        ready.current.add(left.name);
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, VEHICLE_SETTINGS_SAVE_DELAY_MS);
    };
    const note = (event: Event) => {
      const field = event.target;
      if (
        writing.current ||
        !isField(field) ||
        field.name === "" ||
        (leaveOut !== undefined && field.name.startsWith(leaveOut))
      )
        return;
      if (!editedFrom.current.has(field.name)) editedFrom.current.set(field.name, known(field.name));
      // What is being corrected is not called wrong any more; a choice between two values stays.
      const status = latestStatuses.current[field.name];
      if (status?.state === "failed" && status.choose === undefined) setStatus([field.name], null);
      // While the user types, the field isn't left yet; what a map or a list writes into a field is saved at once.
      if (event.type === "input" && field === document.activeElement) return;
      ready.current.add(field.name);
      soon();
    };
    form.addEventListener("change", note);
    form.addEventListener("input", note);
    form.addEventListener("focusout", soon);
    if (leaveOut === undefined) form.addEventListener("keydown", saveByEnter);
    return () => {
      form.removeEventListener("change", note);
      form.removeEventListener("input", note);
      form.removeEventListener("focusout", soon);
      form.removeEventListener("keydown", saveByEnter);
    };
  }, [flush, leaveOut, setStatus, known]);

  /** Ends what waits to be sent. @returns what is not stored yet; null where nothing is */
  const takeRest = useCallback(
    (form: HTMLFormElement) => {
      clearTimeout(timer.current);
      clearTimeout(patience.current);
      giveUp.current();
      const names = [...new Set([...editedFrom.current.keys()].flatMap(groupOf))].filter(
        (name) =>
          latestStatuses.current[name]?.state !== "failed" || latestStatuses.current[name]?.choose !== undefined,
      );
      if (names.length === 0) return null;
      const rest = bodyOf(form, names);
      editedFrom.current.clear();
      return rest;
    },
    [groupOf, bodyOf],
  );
  useSaveOnLeave({ box, intent, takeRest, now, sent });

  /** Whether somebody else has saved another value than the one that this field's change began with. */
  const isTheirs = useCallback((name: string, value: string) => {
    const began = editedFrom.current.get(name) ?? refusedSeen.current.get(name);
    return began !== undefined && began !== value && sent.current?.values.get(name) !== value;
  }, []);

  // Changes by others are written into every field that is neither being changed nor focused.
  const takeNews = useCallback(() => {
    const form = box.current?.closest("form");
    const news = now.current.fresh;
    if (!form || news === undefined) return;
    writing.current = true;
    for (const name of Object.keys(news)) {
      const value = known(name);
      const field = form.elements.namedItem(name);
      // A switch, whose name stands for two inputs, follows what is stored by itself.
      if (!isField(field) || value === undefined || field.value === value) continue;
      const inHand = groupOf(name).some(
        (one) =>
          editedFrom.current.has(one) || (isField(document.activeElement) && document.activeElement.name === one),
      );
      if (!inHand) setInputValue(field, value);
      else if (editedFrom.current.has(name) && isTheirs(name, value)) offer(name, value);
    }
    writing.current = false;
  }, [groupOf, isTheirs, known, offer]);
  // The fields were rendered with the first ones: what differs from them was changed before the scripts came.
  const taken = useRef(fresh);
  useEffect(() => {
    if (taken.current === fresh) return;
    taken.current = fresh;
    for (const [name, { before }] of own.current) if (fresh?.[name] !== before) own.current.delete(name);
    takeNews();
  }, [fresh, takeNews]);

  useEffect(() => {
    const last = sent.current;
    const answer = fetcher.data;
    if (last === null || fetcher.state === "submitting" || answer === undefined || answer === answered.current) return;
    clearTimeout(patience.current);
    // The answer counts at once: the news that follow it may take longer, or wait for the connection.
    answered.current = answer;
    sent.current = null;
    if (!answer.ok && isUnreached(answer)) {
      for (const name of last.names) ready.current.add(name);
      setStatus(last.names, { state: "waiting", error: NO_CONNECTION });
      giveUp.current = onReconnect(flush);
      return;
    }
    // What goes together is refused together: half of a pair would be sent with the other half for ever.
    const refused = answer.ok
      ? []
      : last.names.filter((name) => groupOf(name).some((one) => answer.fieldErrors?.[one] !== undefined));
    const innocent = refused.length > 0 ? last.names.filter((name) => !refused.includes(name)) : [];
    if (answer.ok) {
      const stored: Readonly<Record<string, string>> = answer.data?.stored ?? {};
      for (const name of last.names) {
        if (stored[name] !== undefined)
          own.current.set(name, { stored: stored[name], before: now.current.fresh?.[name] });
        // Typed on meanwhile: from what is stored now.
        if (ready.current.has(name) || isTypedOn(box.current, name, last.values))
          editedFrom.current.set(name, stored[name] ?? last.values.get(name));
        else editedFrom.current.delete(name);
        refusedSeen.current.delete(name);
      }
      setStatus(last.names, { state: "saved" });
      setTimeout(
        () =>
          setStatuses((old) =>
            Object.fromEntries(
              Object.entries(old).filter(([name, one]) => !(last.names.includes(name) && one.state === "saved")),
            ),
          ),
        SAVED_MS,
      );
    } else {
      // What another field of the same post was refused for goes again by itself.
      for (const name of innocent) ready.current.add(name);
      setStatus(innocent, null);
      for (const name of refused.length > 0 ? refused : last.names) {
        // Saving again is a decision: it starts from what the server has by then.
        editedFrom.current.set(name, undefined);
        const before = last.seen[name];
        if (before !== undefined) refusedSeen.current.set(name, before);
        // Of a pair, the field that is named says why.
        const why = refused.length > 0 ? answer.fieldErrors?.[name] : (answer.detail ?? answer.message);
        setStatus([name], { state: "failed", ...(why === undefined ? {} : { error: why }) });
      }
    }
    flush();
  }, [fetcher.state, fetcher.data, groupOf, setStatus, flush]);
  useEffect(() => {
    if (fetcher.state === "idle" && fetcher.data !== undefined) takeNews();
  }, [fetcher.state, fetcher.data, takeNews]);

  const isWaiting = Object.values(statuses).some((one) => one.state === "waiting");
  useEffect(() => (isWaiting ? warnBeforeLeaving() : undefined), [isWaiting]);
  const failed = Object.entries(statuses).filter(([, one]) => one.state === "failed");
  const saveAgain = () => {
    for (const [name, { choose }] of failed) {
      if (choose !== undefined) choose.mine();
      else ready.current.add(name);
    }
    flush();
  };
  const saying = useMemo(() => statusWords(statuses), [statuses]);
  return (
    <FieldStatuses.Provider value={statuses}>
      <div ref={box} className={styles.stack}>
        {children}
        {footer(
          <p className={styles.saveStatus} role="status" data-failed={failed.length > 0 || undefined}>
            {saying}
            {failed.length > 0 && (
              <button type="button" className={styles.saveAgain} onClick={saveAgain}>
                Save again
              </button>
            )}
          </p>,
        )}
      </div>
    </FieldStatuses.Provider>
  );
}

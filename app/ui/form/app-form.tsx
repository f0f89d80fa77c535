import { useEffect, useId, useMemo, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Form, useNavigation, type FetcherWithComponents, type FormProps } from "@remix-run/react";
import { withoutFields } from "~/lib/action-result";
import type { ActionRefusal, ActionResult } from "~/lib/action-result";
import { useMounted } from "~/ui/use-mounted";
import { FormContext, type FormState } from "./form-context";
import { FormErrors } from "./form-errors";
import { PageFields } from "./page-fields";
import styles from "./form.module.css";

export interface AppFormProps {
  children: ReactNode;
  /** What the action answered (useActionData or fetcher.data). Fields take their errors and values from it. */
  result?: ActionResult<unknown> | null;
  /** Sends without navigation. Not with JavaScript off: then it is a plain form to `action`. */
  fetcher?: FetcherWithComponents<unknown>;
  /** Sent as `intent`: which case of the action. A SubmitButton may name another one. */
  intent?: string;
  /** Default: this page's action. */
  action?: string;
  method?: "post" | "get";
  encType?: FormProps["encType"];
  /**
   * Off where fields save themselves: the browser then puts nothing back that was saved and changed since (see
   * lib/early-changes).
   */
  autoComplete?: "off";
  /** Other values to send along. */
  hidden?: Record<string, string | number>;
  /** Prefix of field ids; name it when tests or links need it. */
  id?: string;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** In a dialog that an address opens: what was answered is no place to come back to. */
  replace?: boolean;
  /** The page stays where it is scrolled to when the answer leads back to it. Default: as `replace`. */
  keepPlace?: boolean;
  /** Called once for each successful answer, when the page shows its result. */
  onDone?: () => void;
  /** Fields in rows of this form's width; `inline` puts them in one line. */
  layout?: "stack" | "inline";
  "aria-label"?: string;
}

/** The one form: works without JavaScript, shows what was refused at the top and under each field. */
export function AppForm(props: AppFormProps) {
  const {
    children,
    result = null,
    fetcher,
    intent,
    action,
    method = "post",
    encType,
    autoComplete,
    hidden,
    onSubmit,
    replace = false,
    keepPlace = replace,
    onDone,
    layout = "stack",
  } = props;
  const generated = useId();
  const formId = props.id ?? `f${generated.replace(/\W/g, "")}`;
  const navigation = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  // Our own messages are clearer than the browser's bubble; where no script runs, the bubble saves a round trip.
  const mounted = useMounted();
  const sending = fetcher ?? navigation;
  // What is being sent may be another form of the page, which has another intent.
  const sentIntent = sending.formData?.get("intent");
  const busy =
    sending.state !== "idle" &&
    sending.formMethod?.toLowerCase() === method &&
    (fetcher !== undefined ||
      intent === undefined ||
      sentIntent === intent ||
      sending.formData?.get("form-id") === formId);
  const busyIntent = busy && typeof sentIntent === "string" ? sentIntent : null;
  const answer = result !== null && !result.ok ? result : null;
  const { refusal, correct } = useCorrected(answer);

  const state = useMemo<FormState>(() => ({ formId, refusal, busy, busyIntent }), [formId, refusal, busy, busyIntent]);

  const onDoneNow = useRef(onDone);
  onDoneNow.current = onDone;
  const answered = useRef<typeof result>(null);
  // A fetcher's answer is there before the page's new data are: what closes the dialog waits for both.
  const isSettled = fetcher === undefined || fetcher.state === "idle";
  useEffect(() => {
    if (result === null || answered.current === result || (result.ok && !isSettled)) return;
    answered.current = result;
    if (result.ok) onDoneNow.current?.();
    else form.current?.querySelector<HTMLElement>("[data-form-errors]")?.focus();
  }, [result, isSettled]);

  // A second press before the first one shows as busy would send the form twice.
  const sent = useRef(false);
  useEffect(() => {
    if (sending.state === "idle") sent.current = false;
  }, [sending.state, result]);
  const submitOnce = (event: FormEvent<HTMLFormElement>) => {
    if (sent.current || busy) return event.preventDefault();
    onSubmit?.(event);
    sent.current = !event.defaultPrevented;
  };

  const FormElement = fetcher?.Form ?? Form;
  return (
    <FormContext.Provider value={state}>
      <FormElement
        ref={form}
        id={formId}
        method={method}
        action={action}
        encType={encType}
        autoComplete={autoComplete}
        className={layout === "stack" ? styles.stack : styles.inline}
        onSubmit={submitOnce}
        onChange={correct}
        {...(fetcher === undefined ? { replace, preventScrollReset: keepPlace } : {})}
        noValidate={mounted || refusal !== null}
        aria-label={props["aria-label"]}
      >
        {method === "post" && <PageFields />}
        {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
        {Object.entries(hidden ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value)} />
        ))}
        <FormErrors />
        {children}
      </FormElement>
    </FormContext.Provider>
  );
}

const NO_NAMES: readonly string[] = [];

/**
 * The refusal without the faults of fields that were changed since: what is being corrected is not called wrong any
 * more.
 */
function useCorrected(answer: ActionRefusal | null): {
  refusal: ActionRefusal | null;
  correct: (event: FormEvent) => void;
} {
  const [corrected, setCorrected] = useState<{ of: ActionRefusal | null; names: readonly string[] }>({
    of: answer,
    names: NO_NAMES,
  });
  const names = corrected.of === answer ? corrected.names : NO_NAMES;
  const refusal = useMemo(
    () => (answer === null || names.length === 0 ? answer : withoutFields(answer, names)),
    [answer, names],
  );
  const correct = (event: FormEvent) => {
    const name = event.target instanceof Element ? event.target.getAttribute("name") : null;
    if (name !== null && answer?.fieldErrors?.[name] !== undefined && !names.includes(name))
      setCorrected({ of: answer, names: [...names, name] });
  };
  return { refusal, correct };
}

interface FieldRowProps {
  children: ReactNode;
  columns?: 2 | 3 | 4;
  /** what they hold is cut off in half a phone's width */
  long?: boolean;
}

/** Fields beside each other where there is room. */
export function FieldRow({ children, columns = 2, long = false }: FieldRowProps) {
  return (
    <div className={styles.row} data-columns={columns} data-long={long || undefined}>
      {children}
    </div>
  );
}

/** A group of fields under one heading. */
export function FieldGroup({ legend, help, children }: { legend: string; help?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {help !== undefined && <p className={styles.help}>{help}</p>}
      {children}
    </fieldset>
  );
}

/** The line of buttons under a form, the primary one last. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className={styles.actions} data-form-actions>
      {children}
    </div>
  );
}

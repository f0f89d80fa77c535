import { useCallback, useEffect, useId, useMemo, useRef, type FormEvent, type ReactNode } from "react";
import { Form, type FetcherWithComponents, type FormProps } from "@remix-run/react";
import { textsInUnits } from "~/domain/unit-fields";
import type { ActionResult } from "~/lib/action-result";
import { SHOWN_FIELD } from "~/lib/shown-values";
import type { ShownGroup } from "~/lib/shown-values";
import { useMounted } from "~/ui/use-mounted";
import { UnitsContext } from "~/ui/use-units";
import { fieldId, FormContext, isHeldField, type FormState } from "./form-context";
import { FormErrors } from "./form-errors";
import { isField } from "./field-values";
import { PageFields } from "./page-fields";
import { useTypedText } from "./typed-text";
import { useFormUnits } from "./use-form-units";
import { useKeptRefusal } from "./use-kept-refusal";
import { useSending } from "./use-sending";
import { useShown } from "./use-shown";
import styles from "./form.module.css";

export interface AppFormProps {
  children: ReactNode;
  /** What the action answered (useAnswer or fetcher.data). Fields take their errors and values from it. */
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
  /**
   * What its fields show of the stored record, metric: those that nobody changes are not sent. For actions on some
   * fields.
   */
  shown?: readonly ShownGroup[] | undefined;
  /** Prefix of field ids; name it when tests or links need it. */
  id?: string;
  /** Of a form without fields, whose button changes what another one shows: that one's id. */
  fieldsOf?: string;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** In a dialog that an address opens: what was answered is no place to come back to. */
  replace?: boolean;
  /** The page stays where it is scrolled to when the answer leads back to it. Default: as `replace`. */
  keepPlace?: boolean;
  /** Called once for each successful answer, when the page shows its result. */
  onDone?: () => void;
  /** Fields in rows of this form's width; `inline` puts them in one line. */
  layout?: "stack" | "inline";
  /**
   * For long texts: asks before something is thrown away that was typed and not saved. The parameters of the address
   * that decide which text the form shows.
   */
  asksBefore?: readonly string[];
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
    shown,
    fieldsOf,
    onSubmit,
    replace = false,
    keepPlace = replace,
    onDone,
    layout = "stack",
    asksBefore,
  } = props;
  const generated = useId();
  const formId = props.id ?? `f${generated.replace(/\W/g, "")}`;
  const form = useRef<HTMLFormElement>(null);
  // Our own messages are clearer than the browser's bubble; where no script runs, the bubble saves a round trip.
  const mounted = useMounted();
  const { refusal, correct, settle } = useKeptRefusal(result, `${formId} ${idsIn(hidden)}`);
  const { busy, busyIntent, submit } = useSending({ form, fetcher, intent, result, onSubmit, onOver: settle });
  const edited = useRef(new Set<string>());
  const isRefused = refusal !== null;
  const isUnsaved = useCallback(() => isRefused || edited.current.size > 0, [isRefused]);
  useTypedText(asksBefore, isUnsaved);
  const units = useFormUnits(refusal);
  const stored = shown?.map((group) => textsInUnits(group, units));
  const { groups, texts } = useShown(stored, refusal, (name) => isHeldField(name, { refusal, busy, edited }));
  const state = useMemo<FormState>(
    () => ({ formId, refusal, busy, busyIntent, edited, texts }),
    [formId, refusal, busy, busyIntent, texts],
  );

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

  const FormElement = fetcher?.Form ?? Form;
  return (
    <FormContext.Provider value={state}>
      <UnitsContext.Provider value={units}>
        <FormElement
          ref={form}
          id={formId}
          method={method}
          action={action}
          encType={encType}
          autoComplete={autoComplete}
          className={layout === "stack" ? styles.stack : styles.inline}
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            submit(event);
            if (!event.defaultPrevented && !leadsElsewhere(event)) edited.current.clear();
          }}
          onChange={(event: FormEvent) => {
            correct(event);
            noteEdit(edited.current, texts, event.target);
          }}
          {...(fetcher === undefined ? { replace, preventScrollReset: keepPlace } : {})}
          noValidate={mounted || refusal !== null}
          aria-label={props["aria-label"]}
        >
          {method === "post" && <PageFields />}
          {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
          {Object.entries(hidden ?? {}).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={String(value)} />
          ))}
          {groups !== undefined && <input type="hidden" name={SHOWN_FIELD} value={JSON.stringify(groups)} />}
          <FormErrors
            fieldIdOf={(name) => (hidden?.[name] === undefined ? fieldId(fieldsOf ?? formId, name) : undefined)}
          />
          {children}
        </FormElement>
      </UnitsContext.Provider>
    </FormContext.Provider>
  );
}

/** A preview in a window of its own saves nothing. */
const leadsElsewhere = ({ nativeEvent }: FormEvent): boolean =>
  nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.getAttribute("formtarget") === "_blank";

/** A field that is again what it was is not changed. */
function noteEdit(edited: Set<string>, texts: FormState["texts"], field: EventTarget): void {
  if (!isField(field)) return;
  // A switch and a list don't tell what they were.
  const before = texts[field.name] ?? (field instanceof HTMLSelectElement ? field.value : field.defaultValue);
  const isOff = field instanceof HTMLInputElement && field.type === "checkbox" && !field.checked;
  const now = isOff && texts[field.name] !== undefined ? "0" : field.value;
  if (now === before) edited.delete(field.name);
  else edited.add(field.name);
}

/** What a form is about. Its other hidden values change under way: the tab's id, a version. */
const idsIn = (hidden: Record<string, string | number> = {}): string =>
  Object.entries(hidden)
    .filter(([name]) => /id$/i.test(name))
    .join();

interface FieldRowProps {
  children: ReactNode;
  columns?: 2 | 3 | 4;
}

/** Fields beside each other where there is room; on phones below each other. */
export function FieldRow({ children, columns = 2 }: FieldRowProps) {
  return (
    <div className={styles.row} data-columns={columns}>
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

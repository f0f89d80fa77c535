import type { ReactNode } from "react";
import type { ActionRefusal } from "~/lib/action-result";
import { absolute, paths } from "~/paths";

interface FieldProps {
  refused?: Pick<ActionRefusal, "fieldErrors" | "values"> | undefined;
  /** where the cursor begins */
  first?: boolean;
}

const faultOf = (refused: FieldProps["refused"], name: string) => refused?.fieldErrors?.[name];

/** What describes the field: its help and its fault. */
const described = (name: string, hasHelp: boolean, fault: string | undefined) =>
  [hasHelp ? `${name}-help` : "", fault ? `${name}-fault` : ""].filter(Boolean).join(" ") || undefined;

const Fault = ({ name, fault }: { name: string; fault: string | undefined }) =>
  fault ? <em id={`${name}-fault`}>{fault}</em> : null;

export function EmailField({
  refused,
  first = false,
  value,
  passkeys = false,
}: FieldProps & { value?: string; /** the browser offers them here */ passkeys?: boolean }) {
  const fault = faultOf(refused, "email");
  return (
    <div className="field">
      <label htmlFor="email">E-mail</label>
      <input
        id="email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete={passkeys ? "username webauthn" : "username"}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={50}
        defaultValue={refused?.values?.email ?? value ?? ""}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described("email", false, fault)}
        autoFocus={first || fault !== undefined}
      />
      <Fault name="email" fault={fault} />
    </div>
  );
}

/** What a person is called. */
export function NameField({
  name,
  label,
  refused,
  value,
  required = false,
}: FieldProps & { name: "name" | "surname"; label: string; value: string; required?: boolean }) {
  const fault = faultOf(refused, name);
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        autoComplete={name === "name" ? "given-name" : "family-name"}
        required={required}
        maxLength={255}
        defaultValue={refused?.values?.[name] ?? value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described(name, false, fault)}
        autoFocus={fault !== undefined}
      />
      <Fault name={name} fault={fault} />
    </div>
  );
}

/** What a new company is called. */
export function CompanyField({ refused }: FieldProps) {
  const fault = faultOf(refused, "title");
  return (
    <div className="field">
      <label htmlFor="title">Company name</label>
      <input
        id="title"
        name="title"
        autoComplete="organization"
        required
        maxLength={255}
        defaultValue={refused?.values?.title ?? ""}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described("title", false, fault)}
        autoFocus={fault !== undefined}
      />
      <Fault name="title" fault={fault} />
    </div>
  );
}

interface PasswordProps extends FieldProps {
  /** where a form has two */
  name?: string;
  label?: string;
  /** a new one, which password managers propose */
  isNew?: boolean;
  help?: ReactNode;
}

export function PasswordField({
  name = "password",
  refused,
  label = "Password",
  isNew = false,
  help,
  first = false,
}: PasswordProps) {
  const fault = faultOf(refused, name);
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="password">
        <input
          id={name}
          name={name}
          type="password"
          autoComplete={isNew ? "new-password" : "current-password"}
          required
          minLength={isNew ? 8 : undefined}
          maxLength={255}
          aria-invalid={fault ? true : undefined}
          aria-describedby={described(name, help !== undefined, fault)}
          autoFocus={first || fault !== undefined}
        />
        <button type="button" className="show" data-show={name} hidden>
          Show
        </button>
      </div>
      {help ? (
        <p className="help" id={`${name}-help`}>
          {help}
        </p>
      ) : null}
      <Fault name={name} fault={fault} />
    </div>
  );
}

/** A line of text that nothing is known about. */
export function TextField({
  name,
  label,
  help,
  maxLength,
}: {
  name: string;
  label: string;
  help: string;
  maxLength: number;
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} maxLength={maxLength} autoComplete="off" aria-describedby={`${name}-help`} />
      <p className="help" id={`${name}-help`}>
        {help}
      </p>
    </div>
  );
}

/** A password or a code, by somebody who is signed in. */
export function ProofField({ refused, label }: FieldProps & { label: string }) {
  const fault = faultOf(refused, "proof");
  return (
    <div className="field">
      <label htmlFor="proof">{label}</label>
      <input
        id="proof"
        name="proof"
        type="password"
        autoComplete="current-password"
        required
        maxLength={255}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described("proof", false, fault)}
        autoFocus={fault !== undefined}
      />
      <Fault name="proof" fault={fault} />
    </div>
  );
}

interface CodeProps extends FieldProps {
  label: string;
  help?: string;
  /** of an app, which phones fill in by themselves */
  isDigits?: boolean;
}

/** A code of an app, or a recovery code. */
export function CodeField({ refused, label, help, isDigits = false, first = false }: CodeProps) {
  const fault = faultOf(refused, "code");
  return (
    <div className="field">
      <label htmlFor="code">{label}</label>
      <input
        id="code"
        name="code"
        autoComplete={isDigits ? "one-time-code" : "off"}
        autoCapitalize="characters"
        spellCheck={false}
        required
        maxLength={50}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described("code", help !== undefined, fault)}
        autoFocus={first || fault !== undefined}
      />
      {help ? (
        <p className="help" id="code-help">
          {help}
        </p>
      ) : null}
      <Fault name="code" fault={fault} />
    </div>
  );
}

export const NEW_PASSWORD_HELP = "At least 8 characters. Several words are good, and easy to remember.";

/** Posts to the page's own address. Of no company, so that it names none. */
export const AccountForm = ({ children }: { children: ReactNode }) => (
  <form method="post" noValidate>
    {children}
  </form>
);

export const SignOutForm = () => (
  <form method="post" action={absolute(paths.logout())}>
    <button className="link">Sign out</button>
  </form>
);

/** @param busy what the button says while the form is on its way */
export const SubmitButton = ({ children, busy }: { children: ReactNode; busy: string }) => (
  <button className="button primary" data-busy={busy}>
    {children}
  </button>
);

import type { ActionRefusal } from "~/lib/action-result";
import { absolute, paths } from "~/paths";
import { PageFields } from "~/ui/form/page-fields";
import type { OwnName } from "../queries/own-name.server";

interface Props {
  known: OwnName;
  refusal: ActionRefusal | null;
}

/** Under the routes, which it doesn't keep anybody from: dispatchers see the name and call the phone. */
export function OwnNameForm({ known, refusal }: Props) {
  const field = (name: keyof OwnName, label: string, autoComplete: string, type = "text") => {
    const fault = refusal?.fieldErrors?.[name];
    return (
      <label className="field">
        <span>{label}</span>
        <input
          name={name}
          type={type}
          required={name !== "surname"}
          maxLength={name === "phone" ? 50 : 255}
          autoComplete={autoComplete}
          defaultValue={refusal?.values?.[name] ?? known[name]}
          aria-invalid={fault === undefined ? undefined : true}
        />
        {fault !== undefined && <em>{fault}</em>}
      </label>
    );
  };
  return (
    // The script replaces no page whose form holds what is nowhere else.
    <form
      className="about"
      method="post"
      // Without it the frame around the page is asked, which takes no forms.
      action={`${absolute(paths.driver())}?index`}
      aria-label="Your name and phone"
      data-unsaved={refusal === null ? "" : "refused"}
    >
      <PageFields />
      <h2>Your name and phone</h2>
      <p className="soft">For the dispatcher. The phone begins with + and the country’s code.</p>
      {refusal !== null && refusal.fieldErrors === undefined && (
        <p role="alert" className="fault">
          {refusal.message}
        </p>
      )}
      {field("name", "Name", "given-name")}
      {field("surname", "Surname", "family-name")}
      {field("phone", "Phone", "tel", "tel")}
      <button className="button" name="intent" value="profile.complete">
        Save
      </button>
    </form>
  );
}

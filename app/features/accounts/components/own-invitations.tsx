import type { ActionRefusal } from "~/lib/action-result";
import { absolute, paths } from "~/paths";
import { AccountForm, CompanyField, SubmitButton } from "./fields";

interface OwnInvitationsProps {
  email: string;
  invitations: readonly { id: number; company: string; roles: readonly string[] }[];
  companies: readonly { id: number; title: string }[];
  /** null: they work for one */
  without: { why: string; mayAdd: boolean } | null;
  refused?: ActionRefusal | undefined;
}

const Answer = ({ answer, id, label, busy, primary = false }: AnswerProps) => (
  <form method="post">
    <input type="hidden" name="answer" value={answer} />
    <input type="hidden" name="id" value={id} />
    <button className={primary ? "button primary" : "button"} data-busy={busy}>
      <span className="two-lines">{label}</span>
    </button>
  </form>
);

interface AnswerProps {
  answer: "accept" | "decline" | "leave";
  id: number;
  label: string;
  busy: string;
  primary?: boolean;
}

/** The way on for whoever has left their last company, is not active in it, or whose company was closed. */
const AddCompany = ({ refused }: Pick<OwnInvitationsProps, "refused">) => (
  <>
    <p>You can also add a company of your own, with a trial.</p>
    <AccountForm>
      <input type="hidden" name="answer" value="add_company" />
      <CompanyField refused={refused} />
      <SubmitButton busy="Adding…">Add company</SubmitButton>
    </AccountForm>
  </>
);

export function OwnInvitations({ email, invitations, companies, without, refused }: OwnInvitationsProps) {
  return (
    <>
      {without === null ? null : <p>{without.why}</p>}
      {invitations.length === 0 ? <p>No invitation to {email} is waiting.</p> : null}
      {invitations.map(({ id, company, roles }) => (
        <section key={id} aria-label={company}>
          <p>
            <strong>{company}</strong> invites you to its team
            {roles.length === 0 ? "." : `: ${roles.join(", ")}.`}
          </p>
          <Answer answer="accept" id={id} label={`Join ${company}`} busy="Joining…" primary />
          <Answer answer="decline" id={id} label="Decline" busy="Declining…" />
        </section>
      ))}
      {without?.mayAdd ? <AddCompany refused={refused} /> : null}
      {companies.length === 0 ? null : (
        <>
          <details className="other">
            <summary className="button">Leave a team</summary>
            {companies.map(({ id, title }) => (
              <Answer key={id} answer="leave" id={id} label={`Leave ${title}`} busy="Leaving…" />
            ))}
          </details>
          <p className="links">
            <a href={absolute(paths.company())}>Go on without answering</a>
          </p>
        </>
      )}
    </>
  );
}

import type { ActionRefusal } from "~/lib/action-result";
import { absolute, paths } from "~/paths";
import { NameField, NEW_PASSWORD_HELP, PasswordField, SubmitButton } from "./fields";

interface ShownInvitation {
  company: string;
  email: string;
  /** as the company wrote it */
  name: string;
  first: string;
  last: string;
  roles: readonly string[];
  signedInAs: string | null;
  way: "answer" | "other" | "sign_in" | "start" | "register" | "closed";
}

interface InvitationFormsProps {
  token: string;
  invitation: ShownInvitation;
  refused: ActionRefusal | undefined;
}

const Answer = ({ value }: { value: string }) => <input type="hidden" name="answer" value={value} />;

function Decline() {
  return (
    <form method="post">
      <Answer value="decline" />
      <button className="button" data-busy="Declining…">
        Decline
      </button>
    </form>
  );
}

/** What the link offers whoever has opened it. */
export function InvitationForms({ token, invitation, refused }: InvitationFormsProps) {
  const { company, email, name, roles, way } = invitation;
  return (
    <>
      <p>
        <strong>{company}</strong> invites {name === "" ? "you" : <strong>{name}</strong>} ({email}) to its team
        {roles.length === 0 ? "." : `: ${roles.join(", ")}.`}
      </p>
      <Way token={token} invitation={invitation} refused={refused} />
      {way === "other" ? null : <Decline />}
    </>
  );
}

function Way({ token, invitation, refused }: InvitationFormsProps) {
  const { email, signedInAs, first, last } = invitation;
  switch (invitation.way) {
    case "start":
      return (
        <form method="post">
          <Answer value="start" />
          <SubmitButton busy="Starting…">Start</SubmitButton>
        </form>
      );
    case "answer":
      return (
        <form method="post">
          <Answer value="accept" />
          <SubmitButton busy="Joining…">Accept</SubmitButton>
        </form>
      );
    case "register":
      return (
        <form method="post">
          <Answer value="register" />
          <NameField name="name" label="Name" refused={refused} value={first} required />
          <NameField name="surname" label="Surname" refused={refused} value={last} />
          <input type="hidden" autoComplete="username" value={email} />
          <PasswordField refused={refused} isNew help={NEW_PASSWORD_HELP} />
          <SubmitButton busy="Joining…">Join the team</SubmitButton>
        </form>
      );
    case "sign_in":
      return (
        <a className="button primary" href={absolute(paths.login(paths.invitation(token)))}>
          Sign in to accept
        </a>
      );
    case "closed":
      return (
        <p role="alert">
          The account with this e-mail is closed. Ask us whether it can be opened again, or ask for an invitation to
          another e-mail.
        </p>
      );
    case "other":
      return (
        <>
          <p role="status">
            You are signed in as <strong>{signedInAs}</strong>. The invitation is for <strong>{email}</strong>.
          </p>
          <form method="post">
            <Answer value="sign_out" />
            <SubmitButton busy="Signing out…">Sign out and go on as {email}</SubmitButton>
          </form>
          <form method="post">
            <Answer value="ask" />
            <button className="button" data-busy="Asking…">
              Ask to join as {signedInAs}
            </button>
          </form>
        </>
      );
  }
}

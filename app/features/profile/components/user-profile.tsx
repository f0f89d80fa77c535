import { useRef } from "react";
import type { ProofAsked } from "~/domain/access/proof-asked";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { Button, ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { setInputValue } from "~/lib/input-value";
import { CheckboxField, TextareaField, TextField } from "~/ui/form/fields";
import { proofActions, ProofField, ProveElsewhere } from "~/ui/form/proof";
import { SubmitButton } from "~/ui/form/submit-button";
import { PageBody, PageHeader, Panel } from "~/ui/page/page-header";
import { useMounted } from "~/ui/use-mounted";
import type { UserProfile } from "../queries/profile-page.server";
import { AccessesPanel, ContactPanel, PersonalPanel, ProfileHead } from "./person-panels";
import { ProfileTabs } from "./profile-tabs";
import styles from "./profile.module.css";

interface Props {
  profile: UserProfile;
  result: ActionResult<unknown> | null;
}

/** The account of somebody else, for super admins. */
export function UserProfilePage({ profile, result }: Props) {
  const { user, mayChange, proof } = profile;
  useActionToast(result);
  return (
    <>
      <FlashBanner result={result} />
      <ProfileTabs userId={user.id} />
      <PageHeader
        title={user.title}
        description={mayChange ? undefined : "Only a sudo admin may change this account."}
      />
      <PageBody>
        <ProfileHead user={user} />
        {mayChange && (
          <>
            <PersonalPanel user={user} intent="user.update" result={result} />
            <ContactPanel user={user} intent="user.update" result={result}>
              <EmailButtons isVerified={user.isVerified} />
            </ContactPanel>
            {!profile.isOwn && <PasswordPanel proof={proof} result={result} />}
            {profile.hasSecondFactor && <SecondFactorPanel proof={proof} result={result} />}
          </>
        )}
        <AccessesPanel user={user} />
        {mayChange && <CommentPanel comment={profile.comment} result={result} />}
        {profile.mayClose && <ClosePanel user={user} blocker={profile.erasureBlocker} result={result} />}
        {profile.mayClose && <ErasePanel user={user} blocker={profile.erasureBlocker} proof={proof} result={result} />}
        {mayChange && <EmailDialog email={user.email} isVerified={user.isVerified} proof={proof} result={result} />}
      </PageBody>
    </>
  );
}

function EmailButtons({ isVerified }: { isVerified: boolean }) {
  const dialog = useDialogUrl();
  return (
    <div className={styles.buttons}>
      <ButtonLink to={dialog.href("edit-email")} preventScrollReset>
        Edit e-mail
      </ButtonLink>
      {!isVerified && (
        <>
          <AppForm intent="user.verify" layout="inline">
            <SubmitButton kind="plain">Verify user manually</SubmitButton>
          </AppForm>
          <AppForm intent="user.send_verification" layout="inline">
            <SubmitButton kind="plain">Send verification email</SubmitButton>
          </AppForm>
        </>
      )}
    </div>
  );
}

interface ProvedProps extends Pick<Props, "result"> {
  proof: ProofAsked;
}

function EmailDialog({ email, isVerified, proof, result }: ProvedProps & { email: string; isVerified: boolean }) {
  const dialog = useDialogUrl();
  const intent = "user.change_email";
  return (
    <FormDialog
      name="edit-email"
      title="Change Email"
      intent={intent}
      result={refusalOf(result, intent)}
      actions={proofActions(proof, dialog.closeTo)}
      width={400}
    >
      <TextField name="email" label="E-mail" type="email" required autoFocus maxLength={50} defaultValue={email} />
      <CheckboxField
        name="verified"
        label="Verified"
        defaultChecked={isVerified}
        help="Not verified, the user gets a mail to verify it, and can't work until then."
      />
      <ProofField proof={proof} act="changes it" />
    </FormDialog>
  );
}

const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const GENERATED_LENGTH = 16;

/** 16 letters and digits that can't be mixed up: 92 bits. */
function newPassword(): string {
  // 55 signs: what lies above the last whole multiple is left out, so that all are equally likely.
  const most = 256 - (256 % LETTERS.length);
  let text = "";
  while (text.length < GENERATED_LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(GENERATED_LENGTH)))
      if (byte < most && text.length < GENERATED_LENGTH) text += LETTERS[byte % LETTERS.length];
  return text;
}

const SET_PASSWORD_HELP =
  "The user is signed out everywhere and gets a mail. Give them this password in a safe way: when they have signed " +
  "in, they choose one of their own.";

function PasswordPanel({ proof, result }: ProvedProps) {
  const intent = "user.set_password";
  const box = useRef<HTMLDivElement>(null);
  const mounted = useMounted();
  const generate = () => {
    const input = box.current?.querySelector<HTMLInputElement>("[name=new_password]");
    if (input) setInputValue(input, newPassword());
  };
  return (
    <Panel title="Password">
      <div ref={box}>
        <AppForm id="password" intent={intent} result={refusalOf(result, intent)}>
          <TextField name="new_password" label="New password" required help={SET_PASSWORD_HELP} />
          <ProofField proof={proof} act="sets it" />
          <FormActions>
            {mounted && (
              <Button kind="quiet" onClick={generate}>
                Generate a new one
              </Button>
            )}
            <ProvedSubmit proof={proof}>Set password</ProvedSubmit>
          </FormActions>
        </AppForm>
      </div>
    </Panel>
  );
}

/** Nothing can be sent by somebody who can't type a proof; the other way to one is in its place. */
const ProvedSubmit = ({ proof, children }: { proof: ProofAsked; children: string }) =>
  proof === "elsewhere" ? <ProveElsewhere /> : <SubmitButton kind="plain">{children}</SubmitButton>;

function SecondFactorPanel({ proof, result }: ProvedProps) {
  const intent = "user.remove_second_factor";
  return (
    <Panel title="Second step at sign-in">
      <AppForm id="second-factor" intent={intent} result={refusalOf(result, intent)}>
        <p className={styles.text}>
          Removes the user’s authenticator app, passkeys and recovery codes. They are signed out everywhere and get a
          mail about it. Make sure first that the user really asks for this.
        </p>
        <ProofField proof={proof} act="removes it" />
        <FormActions>
          <ProvedSubmit proof={proof}>Remove the second step</ProvedSubmit>
        </FormActions>
      </AppForm>
    </Panel>
  );
}

function CommentPanel({ comment, result }: Pick<UserProfile, "comment"> & Pick<Props, "result">) {
  const intent = "user.comment";
  return (
    <Panel title="Comments">
      <AppForm id="comment" intent={intent} result={refusalOf(result, intent)}>
        <TextareaField name="admin_comment" label="Comment" defaultValue={comment} help="Super admins alone see it." />
        <FormActions>
          <SubmitButton kind="plain">Save</SubmitButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}

interface ClosingProps extends Pick<Props, "result"> {
  user: UserProfile["user"];
  /** why removing it has to wait */
  blocker: string | null;
}

/** Keeps the user out for a while, or removes the account. */
function ClosePanel({ user, blocker, result }: ClosingProps) {
  const dialog = useDialogUrl();
  return (
    <Panel title="Block or remove">
      <p className={styles.text}>
        {!user.isBanned
          ? "A blocked user is signed out everywhere and can't sign in until they are unblocked."
          : "This user is blocked: nobody can sign in with this account."}
      </p>
      <div className={styles.buttons}>
        {!user.isBanned ? (
          <ButtonLink to={dialog.href("ban-user")} preventScrollReset>
            Block user
          </ButtonLink>
        ) : (
          <AppForm intent="user.unban" layout="inline" result={refusalOf(result, "user.unban")}>
            <SubmitButton kind="plain">Unblock user</SubmitButton>
          </AppForm>
        )}
        {blocker === null && (
          <ButtonLink kind="quiet" to={dialog.href("remove-user")} preventScrollReset>
            Remove user
          </ButtonLink>
        )}
      </div>
      {blocker !== null && <p className={styles.text}>{blocker}</p>}
      <ConfirmDialog
        name="ban-user"
        title="Attention"
        question="Are you sure you want to block the user?"
        confirmLabel="Block"
        danger
        intent="user.ban"
        result={refusalOf(result, "user.ban")}
      />
      <ConfirmDialog
        name="remove-user"
        question={
          <>
            <p className={styles.text}>{`Do you want to remove ${user.title}?`}</p>
            <p className={styles.text}>
              Their data stay, and nobody can sign up with {user.email}. Erasing takes the data away, also later.
            </p>
          </>
        }
        confirmLabel="Remove"
        danger
        intent="user.remove"
        result={refusalOf(result, "user.remove")}
      />
    </Panel>
  );
}

/** Takes the person's names and contacts out of everything that is stored. */
function ErasePanel({ user, blocker, proof, result }: ClosingProps & ProvedProps) {
  const dialog = useDialogUrl();
  const intent = "user.erase";
  return (
    <Panel title="Erase the user">
      <p className={styles.text}>
        The account is closed at once. Within the hour name, e-mail, phone, picture, sign-ins and keys are gone, also
        from plans, uploaded spreadsheets and activity. What the user did stays, as that of “Person {user.id}”. There is
        no way back.
      </p>
      {blocker !== null && <p className={styles.text}>{blocker}</p>}
      {blocker === null && (
        <div className={styles.buttons}>
          <ButtonLink kind="quiet" to={dialog.href("erase-user")} preventScrollReset>
            Erase user
          </ButtonLink>
        </div>
      )}
      <FormDialog
        name="erase-user"
        title="Erase the user"
        description={`Are you sure you want to erase ${user.title}? Nothing brings their data back.`}
        intent={intent}
        result={refusalOf(result, intent)}
        submitLabel="Erase"
        danger
        actions={proofActions(proof, dialog.closeTo)}
        width={440}
      >
        <TextField name="title" label="Name" required autoFocus help={`Type ${user.title}`} />
        <ProofField proof={proof} act="erases them" />
      </FormDialog>
    </Panel>
  );
}

import type { ReactNode } from "react";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import type { ShownGroup } from "~/lib/shown-values";
import { absolute, paths } from "~/paths";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { LocalTime } from "~/ui/local-time";
import { AppForm, FieldRow, FormActions } from "~/ui/form/app-form";
import { TextField } from "~/ui/form/fields";
import { PhoneField, phoneCountryName } from "~/ui/form/phone-field";
import { SelectField } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import { EmptyState } from "~/ui/page/states";
import { initials } from "~/ui/shell/nav";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import type { ShownUser } from "../queries/profile-page.server";
import styles from "./profile.module.css";

/** As the page got it. */
export type Person = { [K in keyof ShownUser]: ShownUser[K] };

const MINIATURE_PX = 100;

function Avatar({ user }: { user: Person }) {
  if (!user.hasImage)
    return (
      <span className={styles.initials} aria-hidden="true">
        {initials(user.title)}
      </span>
    );
  const src = absolute(paths.userImage(user.id, user.imageTag));
  return <img className={styles.picture} src={src} width={MINIATURE_PX} height={MINIATURE_PX} alt={user.title} />;
}

/** Who it is, at a glance. */
export function ProfileHead({ user, children }: { user: Person; children?: ReactNode }) {
  const { timeZone } = user;
  const facts: [string, ReactNode][] = [
    ["E-mail", user.email],
    ["Country", user.country ?? "–"],
    ["Phone", user.phone ?? "–"],
    ["Registered", <LocalTime key="at" at={user.registeredAt} timeZone={timeZone} />],
    [
      "Last session",
      user.lastSessionAt === null ? "–" : <LocalTime key="at" at={user.lastSessionAt} timeZone={timeZone} />,
    ],
  ];
  return (
    <Panel>
      <div className={styles.head}>
        <div className={styles.avatar}>
          <Avatar user={user} />
          {children}
        </div>
        <div className={styles.who}>
          <div className={styles.nameLine}>
            <h2 className={styles.name}>{user.title}</h2>
            <StatusBadge tone={user.isBanned ? "grey" : "green"} label={user.isBanned ? "Inactive" : "Active"} />
            {user.isBanned && <StatusBadge tone="red" icon="ban" label="Banned" />}
            {user.isOnline && <StatusBadge tone="grey" label="Online now" />}
          </div>
          <dl className={styles.facts}>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="num">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Panel>
  );
}

interface FormsProps {
  user: Person;
  /** 'profile.update' of oneself, 'user.update' of others */
  intent: string;
  result: ActionResult<unknown> | null;
}

export function PersonalPanel({ user, intent, result }: FormsProps) {
  const countryId = user.countryId === null ? "" : String(user.countryId);
  const shown: ShownGroup[] = [{ name: user.name }, { surname: user.surname }, { country_id: countryId }];
  return (
    <Panel title="Personal Information">
      <AppForm id="personal" intent={intent} shown={shown} result={refusalOf(result, intent, "name")}>
        <dl className={styles.facts}>
          <div>
            <dt>User ID</dt>
            <dd className="num">{user.id}</dd>
          </div>
        </dl>
        <FieldRow columns={3}>
          <TextField name="name" label="Name" required autoComplete="given-name" defaultValue={user.name} />
          <TextField name="surname" label="Surname" autoComplete="family-name" defaultValue={user.surname} />
          <SelectField
            name="country_id"
            label="Country"
            emptyLabel="Not set"
            options={user.countries}
            defaultValue={countryId}
          />
        </FieldRow>
        <FormActions>
          <SubmitButton kind="plain">Save</SubmitButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}

export function ContactPanel({ user, intent, result, children }: FormsProps & { children?: ReactNode }) {
  const { national, country } = user.phoneFields;
  // Without a number it is still asked for.
  const shown: ShownGroup[] = national === "" ? [] : [{ phone: national, [phoneCountryName("phone")]: country }];
  return (
    <Panel title="Contact Information">
      <AppForm id="contact" intent={intent} shown={shown} result={refusalOf(result, intent, "phone")}>
        <PhoneField name="phone" label="Phone" required options={user.phoneCountries} {...user.phoneFields} />
        <FormActions>
          <SubmitButton kind="plain">Save</SubmitButton>
        </FormActions>
      </AppForm>
      <dl className={`${styles.facts} ${styles.below}`}>
        <div>
          <dt>E-mail</dt>
          <dd>
            {user.email}{" "}
            <StatusBadge
              tone={user.isVerified ? "green" : "amber"}
              icon={user.isVerified ? "check-circle" : "alert"}
              label={user.isVerified ? "Verified" : "Not verified"}
            />
          </dd>
        </div>
      </dl>
      {children}
    </Panel>
  );
}

const ACCESS_COLUMNS: Column<Person["accesses"][number]>[] = [
  { id: "title", header: "Company", grow: true, cell: (row) => row.title, tooltip: (row) => row.title },
  { id: "roles", header: "Roles", cell: (row) => row.roles },
  { id: "id", header: "Company id", numeric: true, cell: (row) => row.companyId },
  {
    id: "status",
    header: "Status",
    headerHidden: true,
    words: true,
    align: "end",
    cell: (row) => row.isInactive && <StatusBadge tone="grey" label="Inactive" />,
  },
];

export function AccessesPanel({ user }: { user: Person }) {
  return (
    <Panel title="Accesses" flush>
      <DataTable
        label="Accesses"
        columns={ACCESS_COLUMNS}
        rows={user.accesses}
        rowKey={(row) => row.companyId}
        empty={<EmptyState title="No companies">This account belongs to no company.</EmptyState>}
      />
    </Panel>
  );
}

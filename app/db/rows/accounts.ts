import type { PlatformRole } from "~/domain/access/actor";
import type { BillingStatus } from "~/domain/billing/billing-record";
import type { OrderStatus } from "~/domain/billing/order";
import type { PackageKey } from "~/domain/billing/packages";
import type { DateText, Flag, HourText, JsonText, Stamps, UtcText } from "./basics";

export interface UserRow extends Stamps {
  id: number;
  name: string;
  surname: string;
  /** lower case, unique over the platform */
  email: string;
  username: string | null;
  image: string | null;
  /** full international form */
  phone: string | null;
  language_id: number | null;
  country_id: number | null;
  /** IANA name */
  time_zone: string | null;
  active_at: UtcText | null;
  status: "active" | "ban";
  /** null: not verified */
  email_verified_at: UtcText | null;
  is_completed: Flag;
  /** a super admin has set the password: its holder chooses one of their own first */
  is_password_due: Flag;
  admin_comment: string | null;
  /** JSON: map, router, experimental, dev_* … */
  settings: JsonText | null;
  /** argon2; null when the account has no password */
  password_hash: string | null;
  /** raised to end all sessions of the user */
  session_version: number;
  current_company_id: number | null;
  platform_role: PlatformRole;
  is_admin: Flag;
  deleted_at: UtcText | null;
  /** when it was decided that names and contacts go; null: they stay */
  erase_at: UtcText | null;
  erased_at: UtcText | null;
}

/** One-time links: only the hash of the token is kept. */
export interface TokenRow {
  id: number;
  /** what the link is for, e.g. 'password_reset' */
  kind: string;
  /** null: the person has no account yet */
  user_id: number | null;
  /** SHA-256, hexadecimal */
  hash: string;
  /** what the link is about beside the user, e.g. the new e-mail */
  payload: JsonText | null;
  expires_at: UtcText;
  used_at: UtcText | null;
  created_at: UtcText;
}

/** A mail that waits to be sent. */
export interface MailRow {
  id: number;
  /** part of its Message-ID, the same in every try */
  uid: string;
  recipient: string;
  subject: string;
  /** text and html, sealed; null: there is nothing to send, or not any more */
  body: string | null;
  /** that have begun */
  attempts: number;
  /** the end of the claim while somebody sends it; null: given up */
  next_try_at: UtcText | null;
  /** of the last try */
  failure: string | null;
  created_at: UtcText;
}

/** One sign-in. It is looked up on every request; a row that is gone has ended. */
export interface SessionRow {
  id: number;
  /** SHA-256 of the id in the cookie, hexadecimal */
  hash: string;
  user_id: number;
  /** that it works for now */
  company_id: number | null;
  /** another's, which a super admin has opened: it goes before `company_id`, which stays to lead back to */
  opened_company_id: number | null;
  /** `users.session_version` at sign-in: another one there ends the session */
  session_version: number;
  /** what the browser calls itself, cut to 255 characters */
  user_agent: string;
  created_at: UtcText;
  /** written at most once a minute */
  last_used_at: UtcText;
  expires_at: UtcText;
  /** when its holder last gave their password or a factor again; null: not since the sign-in */
  proved_at: UtcText | null;
}

/** The authenticator app of an account. */
export interface UserTotpRow {
  id: number;
  user_id: number;
  /** sealed */
  secret: string;
  /** null: no code of it was typed yet, and it counts for nothing */
  confirmed_at: UtcText | null;
  /** time step of the newest code that was taken */
  last_step: number;
  created_at: UtcText;
}

export interface UserRecoveryCodeRow {
  id: number;
  user_id: number;
  hash: string;
  used_at: UtcText | null;
  created_at: UtcText;
}

export interface UserPasskeyRow {
  id: number;
  user_id: number;
  /** base64url */
  credential_id: string;
  /** SHA-256, hexadecimal */
  credential_hash: string;
  /** COSE, base64url */
  public_key: string;
  /** of its signatures; 0 for passkeys that don't count */
  counter: number;
  /** 'internal,hybrid' */
  transports: string;
  name: string;
  created_at: UtcText;
  last_used_at: UtcText | null;
}

/** An account elsewhere that somebody signs in with. */
export interface UserIdentityRow {
  id: number;
  user_id: number;
  /** address of the provider */
  issuer: string;
  /** their id there */
  subject: string;
  /** what the provider said when it was linked */
  email: string | null;
  created_at: UtcText;
  last_used_at: UtcText | null;
}

/** A key with which a program works for a company. It is revoked and not removed: the plan's log names it. */
export interface CompanyApiKeyRow extends Stamps {
  id: number;
  company_id: number;
  /** the company, of its first key, which administrators may look at; null for all others */
  main_of: number | null;
  name: string;
  /** SHA-256, hexadecimal */
  hash: string;
  /** encrypted; null for a key that is shown once */
  value: string | null;
  /** its last four characters */
  hint: string;
  /** 'read,plan,drive' */
  scopes: string;
  created_by: number | null;
  /** written at most once a minute */
  last_used_at: UtcText | null;
  revoked_at: UtcText | null;
}

export interface CompanyRow extends Stamps {
  id: number;
  title: string;
  /** owner */
  user_id: number | null;
  image: string | null;
  phone: string | null;
  email: string | null;
  /** unused: the key is the first of `company_api_keys`, where it is encrypted */
  api_key: string | null;
  status: Flag;
  country_id: number | null;
  industry_id: number | null;
  admin_comment: string | null;
  default_visit_balance_coefficient: number;
  /** minutes */
  default_squash_duration: number;
  /** minutes */
  default_visit_duration: number;
  default_vehicle_start_hour: HourText;
  default_vehicle_end_hour: HourText;
  default_has_breaks: Flag;
  /** minutes after which a break is due in any case; 0: length doesn't count */
  default_break_after: number;
  default_start_location_type: "W" | "P";
  default_end_location_type: "N" | "W" | "P";
  default_aim: "time" | "vehicles" | "cost";
  delivery_confirmation: Flag;
  pickup_confirmation: Flag;
  /** JSON: tag -> { enabled, photo, signature } */
  confirmation_settings: JsonText | null;
  /** JSON list of fail reason ids */
  fail_reasons_settings: JsonText | null;
  /** days that positions of vehicles are kept */
  positions_kept_days: number;
  /** JSON: what recipients see and may do (domain/tracking/recipient-settings); null: the defaults */
  recipient_settings: JsonText | null;
  /** JSON: which kind of message goes which ways; null: none */
  message_channels: JsonText | null;
  /** JSON: since when each kind is switched on */
  message_on_since: JsonText | null;
  /** the same twice: no quiet hours */
  message_quiet_start: HourText;
  message_quiet_end: HourText;
  /** empty: the title */
  message_sender: string;
  /** empty: that of the recipient's country */
  message_language: string;
  /** days that photos and signatures are kept; null: for good */
  proofs_kept_days: number | null;
  deleted_at: UtcText | null;
  /** when its names, contacts and files went */
  erased_at: UtcText | null;
}

/** An export of all data of a company. */
export interface CompanyExportRow {
  id: number;
  company_id: number;
  user_id: number | null;
  /** the end of the claim of the process that sends it */
  busy_until: UtcText;
  ended_at: UtcText | null;
  /** null: it is sent */
  outcome: "done" | "broken" | null;
  bytes: number | null;
  created_at: UtcText;
}

export interface CompanyMemberRow extends Stamps {
  id: number;
  company_id: number;
  /** lower case, unique within the company; null for a related company */
  email: string | null;
  /** null: no linked account */
  user_id: number | null;
  name: string;
  surname: string;
  phone: string | null;
  status: Flag;
  is_courier: Flag;
  is_admin: Flag;
  is_dispatcher: Flag;
  /** set: this member is a company, not a person */
  related_company_id: number | null;
  /** 0 waiting, 1 accepted, 2 declined */
  invitation_type: number;
  /** null: never invited, or withdrawn */
  invited_at: UtcText | null;
  /** `tokens.id` of the newest link */
  invitation_token_id: number | null;
  /** the account that asks to be let in with a link that was sent to another e-mail */
  asked_user_id: number | null;
}

export interface CompanyBillingRow extends Stamps {
  id: number;
  company_id: number;
  visits_used: number;
  visits_limit: number;
  /** billing_packages.key */
  package: PackageKey;
  /** euro */
  subscription_price: number;
  phase_id: string | null;
  customer_id: string | null;
  subscription_id: string | null;
  start_date: DateText | null;
  /** up to it is paid for: `start_date` where it is paid for when it begins; null: forever */
  end_date: DateText | null;
  /** 'past' is kept for the company's invoices and told to nobody */
  status: BillingStatus;
  /** 'cancelled' or null */
  subscription_status: string | null;
  visits_period: "monthly" | "yearly" | "all_period";
  /** euro */
  custom_cost_per_visit: number | null;
  /** percent */
  custom_discount: number | null;
  next_reset: DateText | null;
}

/** A visit that was planned at least once. */
export interface BilledVisitRow {
  visit_id: number;
  company_id: number;
  planned_on: DateText;
}

/** What a company ordered in the shop. */
export interface BillingOrderRow extends Stamps {
  id: number;
  company_id: number;
  user_id: number | null;
  /** null until it is approved */
  invoice_number: number | null;
  /** JSON: lines of whom the invoice goes to; null until there is one */
  billed_to: string | null;
  /** billing_packages.key */
  package: PackageKey;
  /** a month */
  visits: number;
  months: number;
  amount_cents: number;
  provider: "invoice" | "stripe";
  checkout_id: string | null;
  status: OrderStatus;
  start_date: DateText | null;
  end_date: DateText | null;
  decided_by: number | null;
  decided_at: UtcText | null;
}

export interface PaymentEventRow {
  id: number;
  event_id: string;
  kind: string;
  created_at: UtcText;
}

/** What somebody did, or was refused. Rows are added and never changed; ids stay when what they name is gone. */
export interface AuditLogRow {
  id: number;
  /** null: of no company, such as a sign-in with an unknown e-mail */
  company_id: number | null;
  user_id: number | null;
  api_key_id: number | null;
  /** what they were called then; empty for somebody who is not signed in */
  who: string;
  /** 1: with the rights of the platform, from outside the company */
  by_platform: Flag;
  /** of the registry, such as 'route.approve', or of an account, such as 'session.sign_in' */
  action: string;
  /** 'done', or the code of the refusal */
  outcome: string;
  /** whether it is not 'done': the database works it out */
  is_refused: Flag;
  /** how often: more than 1 for refusals that were only counted */
  times: number;
  /** 'Vehicle'; null for what has no record */
  model: string | null;
  /** JSON: the first ids */
  ids: JsonText | null;
  /** JSON: LoggedChange[] */
  changes: JsonText | null;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  created_at: UtcText;
}

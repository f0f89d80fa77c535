import type { Attack } from "./attack";
import { accounts } from "./attacks/accounts";
import { apiKeys } from "./attacks/api-keys";
import { auditLog } from "./attacks/audit-log";
import { bodies } from "./attacks/bodies";
import { calculations } from "./attacks/calculations";
import { companies } from "./attacks/companies";
import { drivers } from "./attacks/drivers";
import { factors } from "./attacks/factors";
import { floods } from "./attacks/floods";
import { headers } from "./attacks/headers";
import { idempotency } from "./attacks/idempotency";
import { invitations } from "./attacks/invitations";
import { links } from "./attacks/links";
import { liveSessions } from "./attacks/live-sessions";
import { oddFields } from "./attacks/odd-fields";
import { oddRequests } from "./attacks/odd-requests";
import { otherSites } from "./attacks/other-sites";
import { passkeys } from "./attacks/passkeys";
import { profiles } from "./attacks/profiles";
import { rooms } from "./attacks/rooms";
import { sessions } from "./attacks/sessions";
import { signIn } from "./attacks/sign-in";
import { social } from "./attacks/social";
import { sockets } from "./attacks/sockets";
import { strangers } from "./attacks/strangers";
import { texts } from "./attacks/texts";
import { uploads } from "./attacks/uploads";
import { webhooks } from "./attacks/webhooks";

/** Every attack, in the order in which they run; a new one goes here. */
export const ATTACKS: readonly Attack[] = [
  bodies,
  uploads,
  calculations,
  companies,
  sessions,
  signIn,
  accounts,
  rooms,
  drivers,
  strangers,
  oddFields,
  oddRequests,
  headers,
  texts,
  apiKeys,
  idempotency,
  otherSites,
  invitations,
  links,
  factors,
  passkeys,
  social,
  liveSessions,
  sockets,
  profiles,
  auditLog,
  webhooks,
  floods,
];

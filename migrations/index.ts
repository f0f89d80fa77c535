import type { Knex } from "knex";
import type { Migration } from "./helpers";
import * as m0001 from "./0001-countries";
import * as m0002 from "./0002-country-areas";
import * as m0003 from "./0003-industries";
import * as m0004 from "./0004-fail-reasons";
import * as m0005 from "./0005-billing-packages";
import * as m0006 from "./0006-users";
import * as m0007 from "./0007-companies";
import * as m0008 from "./0008-users-current-company";
import * as m0009 from "./0009-tokens";
import * as m0010 from "./0010-company-members";
import * as m0011 from "./0011-company-billings";
import * as m0012 from "./0012-warehouses";
import * as m0013 from "./0013-vehicles";
import * as m0014 from "./0014-confirmation-templates";
import * as m0015 from "./0015-routing-plans";
import * as m0016 from "./0016-routing-routes";
import * as m0017 from "./0017-routing-visits";
import * as m0018 from "./0018-routing-visit-attachments";
import * as m0019 from "./0019-routing-sheets";
import * as m0020 from "./0020-routing-queries";
import * as m0021 from "./0021-routing-plans-query";
import * as m0022 from "./0022-routing-routes-query";
import * as m0023 from "./0023-plan-changes";
import * as m0024 from "./0024-applied-commands";
import * as m0025 from "./0025-calculation-proposals";
import * as m0026 from "./0026-plan-changes-about";
import * as m0027 from "./0027-sessions";
import * as m0028 from "./0028-visits-of-plan";
import * as m0029 from "./0029-attachments-path";
import * as m0030 from "./0030-company-route-defaults";
import * as m0031 from "./0031-plan-aim";
import * as m0032 from "./0032-vehicle-costs";
import * as m0033 from "./0033-plan-changes-taken-back";
import * as m0034 from "./0034-routing-queries-follow";
import * as m0035 from "./0035-fail-notes";
import * as m0036 from "./0036-sample-days";
import * as m0037 from "./0037-routing-queries-aim";
import * as m0038 from "./0038-applied-commands-claims";
import * as m0039 from "./0039-travel-source";
import * as m0040 from "./0040-travel-times";
import * as m0041 from "./0041-address-index";
import * as m0042 from "./0042-geocode-cache";
import * as m0044 from "./0044-routing-sheets-steps";
import * as m0045 from "./0045-routing-sheet-rows";
import * as m0046 from "./0046-spreadsheet-columns";
import * as m0047 from "./0047-visit-geocodes";
import * as m0050 from "./0050-company-api-keys";
import * as m0051 from "./0051-work-of-api-keys";
import * as m0052 from "./0052-limits";
import * as m0055 from "./0055-tokens-without-account";
import * as m0056 from "./0056-mails";
import * as m0057 from "./0057-verify-known-accounts";
import * as m0058 from "./0058-sheet-row-keys";
import * as m0060 from "./0060-audit-log";
import * as m0065 from "./0065-complete-known-accounts";
import * as m0070 from "./0070-member-invitations";
import * as m0075 from "./0075-second-factors";
import * as m0076 from "./0076-user-passkeys";
import * as m0077 from "./0077-sessions-proved";
import * as m0078 from "./0078-user-identities";
import * as m0085 from "./0085-routing-queries-format";
import * as m0086 from "./0086-open-calls";
import * as m0091 from "./0091-users-password-due";
import * as m0092 from "./0092-road-tasks";
import * as m0100 from "./0100-vehicle-positions";
import * as m0101 from "./0101-latest-positions";
import * as m0102 from "./0102-visits-reported-place";
import * as m0110 from "./0110-latest-positions-line";
import * as m0111 from "./0111-vehicle-positions-thinned";
import * as m0112 from "./0112-companies-positions-kept";
import * as m0130 from "./0130-push-subscriptions";
import * as m0131 from "./0131-push-told";
import * as m0140 from "./0140-tracking-links";
import * as m0141 from "./0141-recipient-settings";
import * as m0142 from "./0142-recipient-replies";
import * as m0150 from "./0150-live-routes";
import * as m0151 from "./0151-visit-predictions";
import * as m0152 from "./0152-eta-widths";
import * as m0160 from "./0160-visits-recipient-email";
import * as m0161 from "./0161-companies-messages";
import * as m0162 from "./0162-recipient-messages";
import * as m0163 from "./0163-message-contacts";
import * as m0164 from "./0164-message-texts";
import * as m0180 from "./0180-visits-done-note";
import * as m0190 from "./0190-companies-messages-since";
import * as m0210 from "./0210-sessions-opened";
import * as m0211 from "./0211-generator-runs";
import * as m0220 from "./0220-plan-figures";
import * as m0221 from "./0221-route-figures";
import * as m0222 from "./0222-visit-figures";
import * as m0223 from "./0223-visits-out-of-turn";
import * as m0240 from "./0240-webhook-endpoints";
import * as m0241 from "./0241-webhook-deliveries";
import * as m0257 from "./0257-public-page-versions";
import * as m0258 from "./0258-site-announcements";
import * as m0200 from "./0200-billed-visits";
import * as m0201 from "./0201-planned-visits-count";
import * as m0202 from "./0202-trials-have-visits";
import * as m0203 from "./0203-billing-orders";
import * as m0204 from "./0204-payment-events";
import * as m0250 from "./0250-companies-erased";
import * as m0251 from "./0251-users-erased";
import * as m0252 from "./0252-audit-log-forgets";
import * as m0253 from "./0253-company-exports";
import * as m0260 from "./0260-billed-to";
import * as m0261 from "./0261-visit-names";
import * as m0262 from "./0262-stops-taken-away";
import * as m0263 from "./0263-visits-reported-at";
import * as m0264 from "./0264-attachments-of-report";
import * as m0265 from "./0265-chosen-columns";
import * as m0266 from "./0266-visits-without-warehouse";
import * as m0267 from "./0267-unused-subscriptions";
import * as m0268 from "./0268-late-legs";
import * as m0269 from "./0269-visits-newest";
import * as m0270 from "./0270-audit-log-platform";
import * as m0271 from "./0271-audit-log-refused";
import * as m0272 from "./0272-travel-times-oldest";
import * as m0273 from "./0273-routes-status";
import * as m0280 from "./0280-messages-to-another";
import * as m0281 from "./0281-audit-log-days";
import * as m0282 from "./0282-old-predictions";
import * as m0284 from "./0284-packed-calculations";
import * as m0285 from "./0285-routes-retime";
import * as m0286 from "./0286-log-without-signers";
import * as m0287 from "./0287-reported-places";
import * as m0288 from "./0288-sheets-begun";
import * as m0289 from "./0289-planned-when-left";
import * as m0290 from "./0290-sheets-stored-bytes";

/**
 * All migrations, in their order. The list is explicit because the server is one bundled file: there is no folder to
 * scan. Names are what the database remembers; they never change.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-countries": m0001,
  "0002-country-areas": m0002,
  "0003-industries": m0003,
  "0004-fail-reasons": m0004,
  "0005-billing-packages": m0005,
  "0006-users": m0006,
  "0007-companies": m0007,
  "0008-users-current-company": m0008,
  "0009-tokens": m0009,
  "0010-company-members": m0010,
  "0011-company-billings": m0011,
  "0012-warehouses": m0012,
  "0013-vehicles": m0013,
  "0014-confirmation-templates": m0014,
  "0015-routing-plans": m0015,
  "0016-routing-routes": m0016,
  "0017-routing-visits": m0017,
  "0018-routing-visit-attachments": m0018,
  "0019-routing-sheets": m0019,
  "0020-routing-queries": m0020,
  "0021-routing-plans-query": m0021,
  "0022-routing-routes-query": m0022,
  "0023-plan-changes": m0023,
  "0024-applied-commands": m0024,
  "0025-calculation-proposals": m0025,
  "0026-plan-changes-about": m0026,
  "0027-sessions": m0027,
  "0028-visits-of-plan": m0028,
  "0029-attachments-path": m0029,
  "0030-company-route-defaults": m0030,
  "0031-plan-aim": m0031,
  "0032-vehicle-costs": m0032,
  "0033-plan-changes-taken-back": m0033,
  "0034-routing-queries-follow": m0034,
  "0035-fail-notes": m0035,
  "0036-sample-days": m0036,
  "0037-routing-queries-aim": m0037,
  "0038-applied-commands-claims": m0038,
  "0039-travel-source": m0039,
  "0040-travel-times": m0040,
  "0041-address-index": m0041,
  "0042-geocode-cache": m0042,
  "0044-routing-sheets-steps": m0044,
  "0045-routing-sheet-rows": m0045,
  "0046-spreadsheet-columns": m0046,
  "0047-visit-geocodes": m0047,
  "0050-company-api-keys": m0050,
  "0051-work-of-api-keys": m0051,
  "0052-limits": m0052,
  "0055-tokens-without-account": m0055,
  "0056-mails": m0056,
  "0057-verify-known-accounts": m0057,
  "0058-sheet-row-keys": m0058,
  "0060-audit-log": m0060,
  "0065-complete-known-accounts": m0065,
  "0070-member-invitations": m0070,
  "0075-second-factors": m0075,
  "0076-user-passkeys": m0076,
  "0077-sessions-proved": m0077,
  "0078-user-identities": m0078,
  "0085-routing-queries-format": m0085,
  "0086-open-calls": m0086,
  "0091-users-password-due": m0091,
  "0092-road-tasks": m0092,
  "0100-vehicle-positions": m0100,
  "0101-latest-positions": m0101,
  "0102-visits-reported-place": m0102,
  "0110-latest-positions-line": m0110,
  "0111-vehicle-positions-thinned": m0111,
  "0112-companies-positions-kept": m0112,
  "0130-push-subscriptions": m0130,
  "0131-push-told": m0131,
  "0140-tracking-links": m0140,
  "0141-recipient-settings": m0141,
  "0142-recipient-replies": m0142,
  "0150-live-routes": m0150,
  "0151-visit-predictions": m0151,
  "0152-eta-widths": m0152,
  "0160-visits-recipient-email": m0160,
  "0161-companies-messages": m0161,
  "0162-recipient-messages": m0162,
  "0163-message-contacts": m0163,
  "0164-message-texts": m0164,
  "0180-visits-done-note": m0180,
  "0190-companies-messages-since": m0190,
  "0210-sessions-opened": m0210,
  "0211-generator-runs": m0211,
  "0220-plan-figures": m0220,
  "0221-route-figures": m0221,
  "0222-visit-figures": m0222,
  "0223-visits-out-of-turn": m0223,
  "0240-webhook-endpoints": m0240,
  "0241-webhook-deliveries": m0241,
  "0257-public-page-versions": m0257,
  "0258-site-announcements": m0258,
  "0200-billed-visits": m0200,
  "0201-planned-visits-count": m0201,
  "0202-trials-have-visits": m0202,
  "0203-billing-orders": m0203,
  "0204-payment-events": m0204,
  "0250-companies-erased": m0250,
  "0251-users-erased": m0251,
  "0252-audit-log-forgets": m0252,
  "0253-company-exports": m0253,
  "0260-billed-to": m0260,
  "0261-visit-names": m0261,
  "0262-stops-taken-away": m0262,
  "0263-visits-reported-at": m0263,
  "0264-attachments-of-report": m0264,
  "0265-chosen-columns": m0265,
  "0266-visits-without-warehouse": m0266,
  "0267-unused-subscriptions": m0267,
  "0268-late-legs": m0268,
  "0269-visits-newest": m0269,
  "0270-audit-log-platform": m0270,
  "0271-audit-log-refused": m0271,
  "0272-travel-times-oldest": m0272,
  "0273-routes-status": m0273,
  "0280-messages-to-another": m0280,
  "0281-audit-log-days": m0281,
  "0282-old-predictions": m0282,
  "0284-packed-calculations": m0284,
  "0285-routes-retime": m0285,
  "0286-log-without-signers": m0286,
  "0287-reported-places": m0287,
  "0288-sheets-begun": m0288,
  "0289-planned-when-left": m0289,
  "0290-sheets-stored-bytes": m0290,
};

export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(Object.keys(MIGRATIONS)),
  getMigrationName: (name) => name,
  getMigration: (name) => {
    const migration = MIGRATIONS[name];
    return migration
      ? Promise.resolve(migration)
      : Promise.reject(new Error(`The migration ${name} is not in the list.`));
  },
};

export { seedReference } from "./seeds/reference";
export { seedDemo } from "./seeds/demo";
export type { Demo, DemoOptions } from "./seeds/demo";

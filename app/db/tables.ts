/** All tables: the row types (rows/*.ts, conventions in rows/basics.ts) and Knex's knowledge of them. */
import type { Tables } from "knex/types/tables.js";
import type {
  GeoAddressRow,
  GeocodeCacheRow,
  VisitGeocodeRow,
  GeoEntryRow,
  GeoRegionRow,
  GeoSpotRow,
  GeoWordKeyRow,
  GeoWordRow,
} from "./rows/addresses";
import type {
  AuditLogRow,
  BilledVisitRow,
  BillingOrderRow,
  CompanyApiKeyRow,
  CompanyBillingRow,
  CompanyExportRow,
  CompanyMemberRow,
  CompanyRow,
  MailRow,
  PaymentEventRow,
  SessionRow,
  TokenRow,
  UserIdentityRow,
  UserPasskeyRow,
  UserRecoveryCodeRow,
  UserRow,
  UserTotpRow,
} from "./rows/accounts";
import type {
  RecipientReplyRow,
  RoutingPlanRow,
  RoutingRouteRow,
  RoutingVisitRow,
  RoutingVisitAttachmentRow,
  TrackingLinkRow,
  VehiclePositionRow,
  LatestPositionRow,
} from "./rows/planning";
import type { MessageContactRow, MessageTextRow, PublicPageVersionRow, RecipientMessageRow } from "./rows/messages";
import type { PlanFiguresRow, RouteFiguresRow, VisitFiguresRow } from "./rows/figures";
import type { EtaWidthsRow, LiveRouteRow, VisitPredictionRow } from "./rows/predictions";
import type { CountryRow, CountryAreaRow, IndustryRow, FailReasonRow, BillingPackageRow } from "./rows/reference";
import type { WarehouseRow, VehicleRow, ConfirmationTemplateRow } from "./rows/resources";
import type {
  AppliedCommandRow,
  OpenCallRow,
  LimitRow,
  PlanChangeRow,
  PushSubscriptionRow,
  PushToldRow,
  RoadTaskRow,
  StopTakenAwayRow,
  RoutingQueryRow,
  RoutingSheetRow,
  RoutingSheetRowRow,
  GeneratorRunRow,
  SampleDayRow,
  SiteAnnouncementRow,
  SpreadsheetColumnRow,
  TravelTimesRow,
} from "./rows/work";
import type { WebhookDeliveryRow, WebhookEndpointRow } from "./rows/webhooks";

export type * from "./rows/basics";
export type * from "./rows/accounts";
export type * from "./rows/addresses";
export type * from "./rows/figures";
export type * from "./rows/messages";
export type * from "./rows/planning";
export type * from "./rows/predictions";
export type * from "./rows/reference";
export type * from "./rows/resources";
export type * from "./rows/webhooks";
export type * from "./rows/work";

declare module "knex/types/tables.js" {
  /** Knex reads the row types of `db("table")` from here. */
  interface Tables {
    countries: CountryRow;
    country_areas: CountryAreaRow;
    industries: IndustryRow;
    fail_reasons: FailReasonRow;
    billing_packages: BillingPackageRow;
    users: UserRow;
    sessions: SessionRow;
    tokens: TokenRow;
    user_identities: UserIdentityRow;
    user_totps: UserTotpRow;
    user_recovery_codes: UserRecoveryCodeRow;
    user_passkeys: UserPasskeyRow;
    mails: MailRow;
    audit_log: AuditLogRow;
    companies: CompanyRow;
    company_api_keys: CompanyApiKeyRow;
    company_members: CompanyMemberRow;
    company_billings: CompanyBillingRow;
    company_exports: CompanyExportRow;
    billed_visits: BilledVisitRow;
    billing_orders: BillingOrderRow;
    payment_events: PaymentEventRow;
    warehouses: WarehouseRow;
    vehicles: VehicleRow;
    confirmation_templates: ConfirmationTemplateRow;
    routing_plans: RoutingPlanRow;
    routing_routes: RoutingRouteRow;
    routing_visits: RoutingVisitRow;
    routing_visit_attachments: RoutingVisitAttachmentRow;
    routing_queries: RoutingQueryRow;
    routing_sheets: RoutingSheetRow;
    routing_sheet_rows: RoutingSheetRowRow;
    spreadsheet_columns: SpreadsheetColumnRow;
    plan_changes: PlanChangeRow;
    applied_commands: AppliedCommandRow;
    open_calls: OpenCallRow;
    road_tasks: RoadTaskRow;
    stops_taken_away: StopTakenAwayRow;
    push_subscriptions: PushSubscriptionRow;
    push_told: PushToldRow;
    recipient_messages: RecipientMessageRow;
    webhook_endpoints: WebhookEndpointRow;
    webhook_deliveries: WebhookDeliveryRow;
    message_contacts: MessageContactRow;
    message_texts: MessageTextRow;
    public_page_versions: PublicPageVersionRow;
    vehicle_positions: VehiclePositionRow;
    latest_positions: LatestPositionRow;
    live_routes: LiveRouteRow;
    visit_predictions: VisitPredictionRow;
    eta_widths: EtaWidthsRow;
    plan_figures: PlanFiguresRow;
    route_figures: RouteFiguresRow;
    visit_figures: VisitFiguresRow;
    tracking_links: TrackingLinkRow;
    recipient_replies: RecipientReplyRow;
    limits: LimitRow;
    generator_runs: GeneratorRunRow;
    sample_days: SampleDayRow;
    site_announcements: SiteAnnouncementRow;
    geo_regions: GeoRegionRow;
    geo_entries: GeoEntryRow;
    geo_addresses: GeoAddressRow;
    geo_spots: GeoSpotRow;
    geo_words: GeoWordRow;
    geo_word_keys: GeoWordKeyRow;
    geocode_cache: GeocodeCacheRow;
    travel_times: TravelTimesRow;
    visit_geocodes: VisitGeocodeRow;
  }
}
export type TableRows = Tables;

import type { CalculationStatus } from "~/domain/calculation/calculation-status";
import type { GeneratorStatus } from "~/domain/generator/generator-status";
import type { JobFormat } from "~/domain/calculation/job-format";
import type { RoadTaskKind } from "~/domain/tracking/road-task";
import type { Flag, JsonText, Stamps, UtcText } from "./basics";

/** A calculation, and at the same time a place in the durable queue. */
export interface RoutingQueryRow extends Stamps {
  id: number;
  title: string;
  company_id: number;
  country_id: number | null;
  sheet_id: number | null;
  user_id: number | null;
  /** the key of the program that asked for it */
  api_key_id: number | null;
  plan_id: number | null;
  /** null: the whole plan */
  route_id: number | null;
  /** JSON, LONGTEXT; not in lists */
  input: JsonText | null;
  output: JsonText | null;
  routific: JsonText | null;
  /** JSON: the summary of `output`, for lists */
  summary: JsonText | null;
  is_correct_output: Flag;
  /** 0 system, 1 API, 2 web */
  type: number;
  status: CalculationStatus;
  /** higher first */
  priority: number;
  /** version of the plan that the input was built from */
  plan_version: number | null;
  /** what the calculation aims at, and the unit of its cost */
  aim: "time" | "vehicles" | "cost";
  /** share of the time, 0..1 */
  progress: number;
  incumbent_cost: number | null;
  incumbent_unassigned: number | null;
  error_code: string | null;
  error_message: string | null;
  cancel_requested: Flag;
  attempts: number;
  locked_by: string | null;
  /** the claim lapses then, unless the heartbeat moves it on */
  locked_until: UtcText | null;
  heartbeat_at: UtcText | null;
  /** JSON: best solution so far, to go on from after a crash */
  checkpoint: JsonText | null;
  started_at: UtcText | null;
  finished_at: UtcText | null;
  applied_at: UtcText | null;
  /** at most so many stops move, and the result is only proposed; null: a calculation that is applied at its end */
  change_budget: number | null;
  /** JSON: what the result changes in the plan (domain/calculation/plan-difference) */
  difference: JsonText | null;
  /** when a user decided to keep the result */
  kept_at: UtcText | null;
  /** the suggestion that the calculation was started for, a change of the plan */
  follows_change_id: number | null;
  /** a problem in another product's format; null: a calculation of a plan */
  format: JobFormat | null;
}

export interface RoutingSheetRow extends Stamps {
  id: number;
  company_id: number;
  user_id: number | null;
  /** the key of the program that sent it */
  api_key_id: number | null;
  plan_id: number | null;
  /** where visits wait that join no plan, and where vehicles belong */
  warehouse_id: number | null;
  country_id: number | null;
  title: string;
  status: Flag;
  /** how far it has come (domain/import/sheet-state) */
  state: string;
  file_name: string;
  file_path: string | null;
  /** SHA-256 of the file, hexadecimal */
  file_hash: string | null;
  /** where its rows wait until they are checked */
  rows_path: string | null;
  /** of both in the storage */
  stored_bytes: number;
  /** JSON: its sheets with their first rows */
  book: JsonText | null;
  /** JSON: what each sheet holds */
  mappings: JsonText | null;
  /** the next row to check */
  next_sheet: number;
  next_row: number;
  /** raised by every step, so that of two at once one is refused */
  revision: number;
  /** how often the check of the next rows was begun and not stored */
  begun: number;
  /** JSON: the summary of an import that is applied */
  sheets: JsonText | null;
  /** sentences for what stopped it; of old imports the faults of the rows */
  errors: JsonText | null;
  rows_total: number;
  rows_applied: number;
}

/** A row of an imported sheet, and what became of it. */
export interface RoutingSheetRowRow {
  id: number;
  company_id: number;
  sheet_id: number;
  /** which of the file's sheets, from 0 */
  sheet: number;
  /** the row's number in the sheet, from 1 */
  row: number;
  entity: "visit" | "vehicle";
  /** features/imports/row-outcome */
  outcome: string;
  /** 1: some value of it was changed or left out */
  noted: Flag;
  /** external id of a visit, plate of a vehicle without its spaces */
  match_key: string | null;
  cells: JsonText;
  notes: JsonText | null;
  visit_id: number | null;
  vehicle_id: number | null;
}

/** A column of a company's spreadsheets. */
export interface SpreadsheetColumnRow extends Stamps {
  id: number;
  company_id: number;
  kind: "visit" | "vehicle" | "plan";
  header: string;
  field: string | null;
  position: number;
  /** 1: somebody chose the field. Of the kinds 'visit' and 'vehicle', 0 is left from when guesses were kept too. */
  chosen: Flag;
}

/** What was changed in a plan: for undo, and to say what changed when an edit comes too late. */
export interface PlanChangeRow {
  id: number;
  company_id: number;
  plan_id: number;
  user_id: number | null;
  /** the key of the program that made it */
  api_key_id: number | null;
  kind: string;
  /** version of the plan after the change */
  plan_version: number;
  before: JsonText | null;
  after: JsonText | null;
  /** JSON: names for the list of changes, so that it needn't read `before` and `after` */
  about: JsonText | null;
  /** the calculation that was applied */
  query_id: number | null;
  undone_at: UtcText | null;
  /** the undo that took it back */
  undone_by: number | null;
  /** the change that is taken back with it */
  follows_id: number | null;
  created_at: UtcText;
}

/** A place that legs start from, with the travel times that an engine gave before. */
export interface TravelTimesRow {
  id: number;
  /** engine, version of its data, profile and options */
  context: string;
  /** "lat,lng" in 1e-5 degrees */
  origin: string;
  /** 32-bit numbers in groups of four: lat, lng in the same units, seconds, metres */
  entries: Buffer;
  entry_count: number;
  used_at: UtcText;
}

export interface SampleDayRow extends Stamps {
  id: number;
  company_id: number;
  user_id: number | null;
  /** JSON: the ids of what it made */
  made: JsonText | null;
}

/** Companies that are made up for tests and trainings. */
export interface GeneratorRunRow extends Stamps {
  id: number;
  /** who asked for it */
  user_id: number | null;
  title: string;
  status: GeneratorStatus;
  /** JSON: GeneratorOptions */
  options: JsonText;
  /** JSON list: the companies that were made and are there */
  made: JsonText;
  /** why it ended early */
  failure: string | null;
  /** a process works on it until then */
  locked_until: UtcText | null;
}

/** How often something was done within a time. */
export interface LimitRow {
  key: string;
  points: number;
  /** milliseconds since 1970 */
  expire: number;
}

/** Calls without a company that came with a key of idempotency. */
export interface OpenCallRow {
  id: number;
  /** hash of sender and key */
  call_key: string;
  /** keyed hash of path and payload: it may hold a password */
  content: string;
  path: string;
  /** null: it is under way */
  answer: JsonText | null;
  claimed_by: string;
  claimed_at: UtcText;
  created_at: UtcText;
}

/** Commands that were carried out, by the id that the client gave: each is applied exactly once. */
export interface AppliedCommandRow {
  id: number;
  company_id: number;
  user_id: number | null;
  /** given by the client, unique within the company */
  command_id: string;
  command: string;
  result: JsonText | null;
  /** of a command that is claimed first: a random name of the claimant */
  claimed_by: string | null;
  /** when the claim was renewed last */
  claimed_at: UtcText | null;
  /** stored together with the effect, before there is an answer */
  done_at: UtcText | null;
  created_at: UtcText;
}

/** A browser of a driver that is told of new and changed routes. */
export interface PushSubscriptionRow extends Stamps {
  id: number;
  company_id: number;
  member_id: number;
  session_id: number;
  endpoint: string;
  endpoint_hash: string;
  p256dh: string;
  auth: string;
}

/** What it knows of a route. */
export interface PushToldRow extends Stamps {
  id: number;
  company_id: number;
  subscription_id: number;
  route_id: number;
  /** null: nothing yet */
  told: JsonText | null;
  attempts: number;
  due_at: UtcText;
}

/** What a driver had on their route, and doesn't have any more. */
export interface StopTakenAwayRow {
  id: number;
  company_id: number;
  member_id: number;
  /** that it was on */
  route_id: number;
  /** null: the route as a whole */
  visit_id: number | null;
  taken_at: UtcText;
}

/** What a dispatcher has to look at. */
export interface RoadTaskRow extends Stamps {
  id: number;
  company_id: number;
  kind: RoadTaskKind;
  /** what it comes from: the same makes one task */
  task_key: string;
  plan_id: number | null;
  route_id: number | null;
  visit_id: number | null;
  /** JSON, by kind */
  details: JsonText;
  settled_at: UtcText | null;
  settled_by: number | null;
  outcome: string | null;
}

/** An upgrade of the site that somebody announced to all open pages. */
export interface SiteAnnouncementRow {
  id: number;
  created_at: UtcText;
}

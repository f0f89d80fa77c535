import type { CalculationStatus } from "~/domain/calculation/calculation-status";

/** What changed, as every signed-in tab of the company is told after the change is committed. */
export interface ChangeEvent {
  model:
    | "RoutingPlan"
    | "RoutingRoute"
    | "RoutingVisit"
    | "RoutingQuery"
    | "RoutingSheet"
    | "Vehicle"
    | "Warehouse"
    | "CompanyMember"
    | "User"
    | "ConfirmationTemplate"
    | "ApiKey"
    | "Webhook"
    | "RoadTask"
    /** arrivals of routes on the road have moved, without a report: `ids` are routes */
    | "LiveEta"
    /** what a recipient is told, and whether it went out: `ids` are visits */
    | "RecipientMessage"
    | "Company";
  action: "create" | "update" | "destroy";
  ids: number[];
  /** The plan that a page would show this on, when there is one. */
  planId?: number;
  routeId?: number;
}

/** How far a calculation is; sent at most five times a second, never stored as truth. */
export interface ProgressEvent {
  queryId: number;
  /** The plan that it will change; null for one that is tried out for the history alone. */
  planId: number | null;
  status: CalculationStatus;
  /** Share of the time, 0..1. */
  share: number;
  /** Best cost so far in the solver's units (hundredths for display), null before the first plan. */
  cost: number | null;
  unassigned: number | null;
}

/** Where a vehicle is; never stored as it is sent. */
export interface PositionEvent {
  routeId: number;
  lat: number;
  lng: number;
  /** metres */
  accuracyM: number | null;
  /** degrees from north, clockwise */
  headingDeg: number | null;
  speedKmh: number | null;
  /** UTC text */
  takenAt: string;
}

export interface ServerToClient {
  change: (event: ChangeEvent) => void;
  progress: (event: ProgressEvent) => void;
  /** the newest position of each route that has moved, several at once */
  positions: (events: PositionEvent[]) => void;
  /**
   * After each connection: the version of the site that the server runs. A page of another version asks to be loaded
   * again.
   */
  site: (version: string) => void;
  /**
   * After each connection: the newest announced upgrade, 0 for none. A page that knew an older one before its line was
   * cut has missed it.
   */
  announced: (id: number) => void;
  /** The companies that the user works for, or their names, are others now. */
  companies: () => void;
  /** The page was made so long ago that what has changed since is not known any more: it loads its data again. */
  missed: () => void;
}

/** Begins a version that no build has: a platform's administrator asks all pages to be loaded again. */
export const ANNOUNCED = "announced-";

/** How often the server gives a sign over the line, and how long it waits for the page's answer, milliseconds. */
export const PING = { everyMs: 25_000, waitMs: 20_000 } as const;

export const SOCKET_PATH = "/platform/socket.io";

/** Why a socket is refused. */
export const NOT_AUTHORIZED = "not_authorized";
export const OTHER_COMPANY = "other_company";

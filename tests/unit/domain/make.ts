import type { CompanySettings } from "~/domain/company/company";
import { DEFAULT_COMPANY_SETTINGS } from "~/domain/company/company";
import type { Plan } from "~/domain/plan/plan";
import type { Route } from "~/domain/route/route";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import type { Warehouse } from "~/domain/warehouse/warehouse";

/** Whole records with harmless values; a test names only what it is about. */

const ENDS = {
  startLocationType: "W",
  startLocationLat: null,
  startLocationLng: null,
  startLocationAddress: null,
  endLocationType: "N",
  endLocationLat: null,
  endLocationLng: null,
  endLocationAddress: null,
} as const;

export const makeVisit = (part: Partial<Visit> = {}): Visit => ({
  id: 1,
  companyId: 1,
  planId: 1,
  routeId: 1,
  warehouseId: 1,
  name: "Bakery",
  address: "Main street 1",
  postcode: "",
  type: "D",
  status: 2,
  position: 1,
  labelPosition: 1,
  arrivalTime: null,
  completedAt: null,
  startTime: "08:00",
  endTime: "20:00",
  serviceTime: 5,
  serviceDuration: null,
  packageCapacity: 0,
  packageLoad: 0,
  lat: 47.1,
  lng: 9.5,
  distance: 0,
  travelDuration: 0,
  waitingTime: 0,
  recipientName: "",
  recipientPhone: "",
  recipientNote: "",
  deliveryNote: "",
  confirmationTemplateId: null,
  confirmationType: null,
  signatureName: "",
  failReasonId: null,
  source: 1,
  sourceId: null,
  externalId: null,
  externalWarehouseId: null,
  polyline: null,
  unservedReason: null,
  violations: [],
  createdAt: "2026-06-01 05:00:00",
  updatedAt: "2026-06-01 05:00:00",
  ...part,
});

export const makeRoute = (part: Partial<Route> = {}): Route => ({
  ...ENDS,
  id: 1,
  companyId: 1,
  planId: 1,
  vehicleId: 1,
  driverId: null,
  warehouseId: 1,
  queryId: null,
  position: 1,
  status: 2,
  isLocked: false,
  vehicleSettings: {},
  statisticOverdueTime: 0,
  statisticOutOfTurn: 0,
  startTime: null,
  finishTime: null,
  distance: 0,
  duration: 0,
  serviceDuration: 0,
  waitingDuration: 0,
  cost: 0,
  violations: [],
  version: 1,
  ...part,
});

export const makePlan = (part: Partial<Plan> = {}): Plan => ({
  ...ENDS,
  id: 1,
  companyId: 1,
  title: "Plan 1",
  warehouseId: 1,
  queryId: null,
  status: 1,
  serviceDate: "2026-06-01",
  squashDuration: 1,
  avoidTolls: true,
  avoidHighways: false,
  solvingTime: 0,
  exploration: 5,
  visitBalanceCoefficient: 0,
  vehicleSettings: {},
  version: 1,
  ...part,
});

export const makeVehicle = (part: Partial<Vehicle> = {}): Vehicle => ({
  id: 1,
  companyId: 1,
  title: "Van",
  plate: "LI 1",
  type: "auto",
  status: 1,
  warehouseId: 1,
  driverId: null,
  capacity: 0,
  maxLoad: 0,
  maxQuantity: 0,
  width: null,
  height: null,
  weight: null,
  workHourStart: "08:00",
  workHourEnd: "18:00",
  maxDistance: 0,
  overtime: 0,
  speedFactor: 1,
  breakStart: null,
  breakEnd: null,
  breakDuration: null,
  parkLocationAddress: null,
  parkLocationLat: null,
  parkLocationLng: null,
  ...part,
});

export const makeWarehouse = (part: Partial<Warehouse> = {}): Warehouse => ({
  id: 1,
  companyId: 1,
  externalId: null,
  title: "Depot",
  address: "Depot street 1",
  lat: 47.14,
  lng: 9.52,
  countryCode: "LI",
  timeZone: "Europe/Vaduz",
  status: 1,
  ...part,
});

export const makeCompany = (part: Partial<CompanySettings> = {}): CompanySettings => ({
  ...DEFAULT_COMPANY_SETTINGS,
  companyId: 1,
  countryId: null,
  ...part,
});

/** Start, three deliveries, end: ids 10 to 14 on route 1. */
export const makeStops = (status: Visit["status"] = 2): Visit[] => [
  makeVisit({ id: 10, type: "S", name: "Start", status, position: 0, labelPosition: 0 }),
  makeVisit({ id: 11, position: 1, status, labelPosition: 1 }),
  makeVisit({ id: 12, position: 2, status, labelPosition: 2 }),
  makeVisit({ id: 13, position: 3, status, labelPosition: 3 }),
  makeVisit({ id: 14, type: "E", name: "End", position: 10_000, status, labelPosition: 0 }),
];

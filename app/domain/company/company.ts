import type { Aim } from "../calculation/aim";
import type { RouteEnds } from "../place";
import type { ConfirmationSettings } from "../visit/confirmation";

/** The settings of a company that planning rules use. */
export interface CompanySettings {
  companyId: number;
  countryId: number | null;
  defaultVisitBalanceCoefficient: number;
  /** minutes */
  defaultSquashDuration: number;
  /** minutes */
  defaultVisitDuration: number;
  /** 'HH:mm' */
  defaultVehicleStartHour: string;
  defaultVehicleEndHour: string;
  defaultHasBreaks: boolean;
  /** minutes after which a route has to take its break in any case; 0: only the break's hours count */
  defaultBreakAfter: number;
  /** where routes of a new plan begin and end */
  defaultStartLocationType: (typeof DEFAULT_STARTS)[number];
  defaultEndLocationType: (typeof DEFAULT_ENDS)[number];
  /** what calculations of a new plan aim at */
  defaultAim: Aim;
  deliveryConfirmation: boolean;
  pickupConfirmation: boolean;
  confirmationSettings: ConfirmationSettings;
  /** ids of the fail reasons that drivers may choose; empty for none */
  failReasonsSettings: readonly number[];
}

/** A custom place belongs to one plan, so it is no default of a company. */
export const DEFAULT_STARTS = ["W", "P"] as const;
export const DEFAULT_ENDS = ["N", "W", "P"] as const;

/** Where routes of a new plan begin and end. */
export const defaultEnds = ({
  defaultStartLocationType,
  defaultEndLocationType,
}: Pick<CompanySettings, "defaultStartLocationType" | "defaultEndLocationType">): RouteEnds => ({
  startLocationType: defaultStartLocationType,
  startLocationLat: null,
  startLocationLng: null,
  startLocationAddress: null,
  endLocationType: defaultEndLocationType,
  endLocationLat: null,
  endLocationLng: null,
  endLocationAddress: null,
});

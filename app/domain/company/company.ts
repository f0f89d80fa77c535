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
  deliveryConfirmation: boolean;
  pickupConfirmation: boolean;
  confirmationSettings: ConfirmationSettings;
  /** ids of the fail reasons that drivers may choose; empty for none */
  failReasonsSettings: readonly number[];
}

/** What a new company starts with. */
export const DEFAULT_COMPANY_SETTINGS: Omit<CompanySettings, "companyId" | "countryId"> = {
  defaultVisitBalanceCoefficient: 0,
  defaultSquashDuration: 1,
  defaultVisitDuration: 5,
  defaultVehicleStartHour: "08:00",
  defaultVehicleEndHour: "18:00",
  defaultHasBreaks: false,
  deliveryConfirmation: false,
  pickupConfirmation: false,
  confirmationSettings: {},
  failReasonsSettings: [],
};

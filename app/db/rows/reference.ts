import type { JsonText } from "./basics";

export interface CountryRow {
  id: number;
  /** ISO 3166-1 alpha-2, upper case */
  code: string;
  /** the name in sentences and lists */
  title: string;
  name: string;
  lat: number;
  lng: number;
}

export interface CountryAreaRow {
  id: number;
  title: string;
  /** JSON list of country codes */
  codes: JsonText;
}

export interface IndustryRow {
  id: number;
  title: string;
  position: number;
}

export interface FailReasonRow {
  id: number;
  title: string;
  image: string | null;
}

export interface BillingPackageRow {
  id: number;
  /** 'optimization_monthly', 'optimization_6_months', 'optimization_yearly', 'custom', 'free' */
  key: string;
  title: string;
  /** months that one payment covers; null for custom and free */
  period_months: number | null;
  /** days that a trial lasts; null for what is paid */
  trial_days: number | null;
  /** percent; null where no discount applies */
  discount: number | null;
  /** JSON list of prices per visit in euro, one per tier, dearest first */
  prices: JsonText;
}

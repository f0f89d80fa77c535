/** What Stripe keeps of a payment, as far as the product asks it. */
import type { FormFields } from "./form";

export interface LocalSession {
  id: string;
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid" | "no_payment_required";
  url: string | null;
  customer: string | null;
  subscription: string | null;
  asked: FormFields;
}

interface LocalPhase {
  start_date: number;
  end_date: number;
  items: { price: string; quantity: number }[];
}

export interface LocalSubscription {
  id: string;
  customer: string;
  status: "active" | "trialing" | "past_due" | "canceled";
  cancel_at_period_end: boolean;
  schedule: string | null;
  phases: LocalPhase[];
}

export interface LocalSchedule {
  id: string;
  subscription: string;
  status: "active" | "released";
  phases: LocalPhase[];
  asked: FormFields | null;
}

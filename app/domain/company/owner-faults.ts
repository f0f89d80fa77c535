/** What an owner has to say of their company before they begin (specification, section 5). */
import { requiredMessage } from "../validation/text";

export const COMPANY_TITLE = "Please enter company title";
export const WAREHOUSE_ADDRESS = "Please enter a valid address of warehouse";

interface OwnerFields {
  company_country_id: number | null;
  company_title: string;
  industry_id: number | null;
  warehouse_address: string;
  warehouse_lat: number | null;
  warehouse_lng: number | null;
}

interface FieldFaultOf {
  field: keyof OwnerFields;
  message: string;
}

/** Everything that is missing, in the order of the form. */
export function ownerFaults(fields: OwnerFields): FieldFaultOf[] {
  const faults: FieldFaultOf[] = [];
  if (fields.company_country_id === null)
    faults.push({ field: "company_country_id", message: requiredMessage("Company country") });
  if (fields.company_title === "") faults.push({ field: "company_title", message: COMPANY_TITLE });
  if (fields.industry_id === null) faults.push({ field: "industry_id", message: requiredMessage("Business type") });
  if (fields.warehouse_address === "") faults.push({ field: "warehouse_address", message: WAREHOUSE_ADDRESS });
  // 0 is what a place has that was never set.
  if (!fields.warehouse_lat || !fields.warehouse_lng)
    faults.push({ field: fields.warehouse_lat ? "warehouse_lng" : "warehouse_lat", message: WAREHOUSE_ADDRESS });
  return faults;
}

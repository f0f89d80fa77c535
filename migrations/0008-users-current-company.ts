import { addsForeignKey } from "./helpers";

/** The two tables refer to each other, so one key comes after both. */
export const { up, down } = addsForeignKey("users", "current_company_id", "companies", "SET NULL");

/** The parameter of the company's list of visits: '0' those that wait for a plan, '1' those in one, none for both. */
export const PLANNED_PARAM = "planned";

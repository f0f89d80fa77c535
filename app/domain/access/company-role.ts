/** By which role a person's companies are filtered. */
export const COMPANY_ROLES = ["owner", "admin", "dispatcher", "courier"] as const;
type CompanyRole = (typeof COMPANY_ROLES)[number];
export const COMPANY_ROLE_LABELS: Readonly<Record<CompanyRole, string>> = {
  owner: "Owner",
  admin: "Admin",
  dispatcher: "Dispatcher",
  courier: "Driver",
};

/** @returns null for all roles */
export const companyRoleOf = (text: string | null): CompanyRole | null =>
  COMPANY_ROLES.find((role) => role === text) ?? null;

export const hasRole = (access: Readonly<Record<`is_${CompanyRole}`, 0 | 1>>, role: CompanyRole): boolean =>
  access[`is_${role}`] === 1;

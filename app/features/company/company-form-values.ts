import { fieldTexts } from "~/lib/shown-values";

/** What the fields of the company's form are called. */
export const COMPANY_FIELD_LABELS = {
  title: "Title",
  email: "E-mail",
  phone: "Phone",
  country_id: "Country",
  industry_id: "Business type",
} as const;
type CompanyField = keyof typeof COMPANY_FIELD_LABELS;

interface CompanyInForm {
  title: string;
  email: string | null;
  phone: string | null;
  countryId: number | null;
  industryId: number | null;
}

/** What they show of the stored company. */
export const companyFormTexts = (company: CompanyInForm): Record<CompanyField, string> =>
  fieldTexts({
    title: company.title,
    email: company.email,
    phone: company.phone,
    country_id: company.countryId,
    industry_id: company.industryId,
  });

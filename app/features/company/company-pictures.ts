import { companyFolder } from "~/domain/company/company-files";

/** The folder of a company's picture in the storage. */
export const companyPictures = (companyId: number): string => `${companyFolder(companyId)}image`;

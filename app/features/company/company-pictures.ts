/** The folder of a company's picture in the storage. */
export const companyPictures = (companyId: number): string => `companies/${companyId}/image`;

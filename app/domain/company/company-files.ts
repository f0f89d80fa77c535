/** Where the files of a company are stored. Whatever is deleted or exported for a company lies in its own folder. */
export const companyFolder = (companyId: number): string => `companies/${companyId}/`;

export const isInFolderOf = (companyId: number, key: string): boolean => key.startsWith(companyFolder(companyId));

/** Photos and signatures, whether a visit has them or a task. */
export const visitPictures = (companyId: number): string => `${companyFolder(companyId)}visits/`;

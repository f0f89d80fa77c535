/** Reports in the browser's database, with their pictures. */
import { browserStore } from "./browser-store";
import type { Report, ReportStore } from "./queue";

const store = browserStore<Report>("driver", "reports");

/** Of one member of one company, who alone sends them. */
export const reportStore = (owner: string): ReportStore => ({ ...store, all: () => store.all(owner) });

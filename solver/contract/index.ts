export * from "./problem";
export * from "./options";
export * from "./solution";
export * from "./errors";

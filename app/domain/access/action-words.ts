/** The name of an action for people: 'visit.update_fields' is "Visit: update fields". */
export function actionWords(action: string): string {
  const words = action
    .replaceAll("_", " ")
    .replace(".", ": ")
    .replace(/^api\b/, "API");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

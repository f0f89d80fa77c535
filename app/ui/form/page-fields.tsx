import { useContext } from "react";
import { COMPANY_FIELD, PageContext, SUBMIT_FIELD } from "~/lib/page-stamp";
import { unitsSent } from "~/domain/unit-fields";
import { useUnits } from "~/ui/use-units";

/** In every form that changes something: for which company its page was made, an id that makes it count once,
 * and in which units its fields are. */
export function PageFields() {
  const { companyId, submitId } = useContext(PageContext);
  const units = unitsSent(useUnits());
  return (
    <>
      {companyId !== null && <input type="hidden" name={COMPANY_FIELD} value={companyId} />}
      {Object.entries(units).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {submitId !== "" && <input type="hidden" name={SUBMIT_FIELD} value={submitId} />}
    </>
  );
}

import { useContext } from "react";
import { COMPANY_FIELD, PageContext, SUBMIT_FIELD } from "~/lib/page-stamp";

/** In every form that changes something: for which company its page was made, and an id that makes it count once. */
export function PageFields() {
  const { companyId, submitId } = useContext(PageContext);
  return (
    <>
      {companyId !== null && <input type="hidden" name={COMPANY_FIELD} value={companyId} />}
      {submitId !== "" && <input type="hidden" name={SUBMIT_FIELD} value={submitId} />}
    </>
  );
}

import type { Contact } from "~/domain/tracking/company-contact";

/** How to reach the company; where it doesn't say, whom to ask when something went wrong, and nothing otherwise. */
export function ContactCard({ contact, isNeeded }: { contact: Contact; isNeeded: boolean }) {
  const { company, phone, email } = contact;
  const isSilent = phone === "" && email === "";
  if (isSilent && !isNeeded) return null;
  return (
    <section className="part" data-part="contact">
      <h2>{isNeeded ? "What now?" : "Questions?"}</h2>
      <p>{isNeeded ? `Contact ${company} to arrange what happens next.` : `Contact ${company}.`}</p>
      {isSilent ? null : (
        <div className="two">
          {phone === "" ? null : (
            <a className={isNeeded ? "button primary" : "button"} href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
              Call <span translate="no">{phone}</span>
            </a>
          )}
          {email === "" ? null : (
            <a className="button" href={`mailto:${email}`} translate="no">
              {email}
            </a>
          )}
        </div>
      )}
    </section>
  );
}

import { dialled } from "~/domain/validation/contact";
import { Icon } from "~/ui/icons";
import styles from "./attention.module.css";

/** Rings somebody up on a phone, or with whatever the computer has for that; what is no number is shown as it is. */
export function CallLink({ phone, whom, words }: { phone: string; whom: string; words?: string }) {
  const number = dialled(phone);
  if (number === null) return phone.trim() === "" ? null : <span>{phone}</span>;
  return (
    <a className={styles.call} href={`tel:${number}`} title={phone} aria-label={`Call ${whom}`}>
      <Icon name="phone" size={16} />
      {words ?? phone}
    </a>
  );
}

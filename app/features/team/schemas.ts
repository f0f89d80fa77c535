import { z } from "zod";
import { MAX_EMAIL_LENGTH, MIN_PASSWORD_LENGTH } from "~/domain/constants";
import { isEmail, isPhone } from "~/domain/validation/contact";
import { optionalText, requiredText, switchField } from "~/domain/validation/form-fields";

/** A member of the team as the couriers' form gives it. */
export const CourierSchema = z
  .object({
    name: requiredText("Name"),
    surname: optionalText("Surname"),
    email: optionalText("E-mail", MAX_EMAIL_LENGTH)
      .transform((email) => email.toLowerCase())
      .refine((email) => email === "" || isEmail(email), "E-mail is not correct"),
    phone: optionalText("Phone", 50).refine((phone) => phone === "" || isPhone(phone), "Phone is not correct"),
    status: switchField(1),
    is_courier: switchField(1),
    is_dispatcher: switchField(0),
    is_admin: switchField(0),
    /** Not trimmed: blanks at the ends belong to a password. */
    password: z
      .string()
      .default("")
      .refine(
        (password) => password === "" || password.length >= MIN_PASSWORD_LENGTH,
        `Sign-in password needs at least ${MIN_PASSWORD_LENGTH} characters`,
      )
      .refine((password) => password.length <= 255, "Sign-in password should be less then 255"),
  })
  .superRefine((value, context) => {
    if (value.password !== "" && value.email === "")
      context.addIssue({ code: "custom", path: ["email"], message: "E-mail is required for a sign-in password" });
  });
export type CourierInput = z.infer<typeof CourierSchema>;

export const MemberIdSchema = z.object({
  id: z.coerce.number({ error: "Id is not correct" }).int().positive("Id is not correct"),
});

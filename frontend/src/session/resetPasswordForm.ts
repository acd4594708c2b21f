import * as v from 'valibot';
import { resetPasswordSchema } from '@contract/auth';
import { doorsTexts } from '../texts/doors';

/** The form behind the link of a mail: the new password twice. The token comes from the link and is judged by the server. */
export const resetPasswordFormSchema = v.pipe(
  v.object({
    ...resetPasswordSchema.entries,
    token: v.string(),
    confirmPassword: v.pipe(v.string(), v.nonEmpty(doorsTexts.reset.confirmRequired)),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      ({ password, confirmPassword }) => password === confirmPassword,
      doorsTexts.reset.confirmDiffers,
    ),
    ['confirmPassword'],
  ),
);

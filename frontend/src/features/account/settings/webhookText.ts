import { refusalText } from '../../../lib/reasonWords';
import { webhooksTexts } from '../../../texts/webhooks';

interface Outcome {
  status: number | null;
  error: string | null;
}

/** Returns why a message was not delivered. */
export const deliveryError = ({ status, error }: Outcome): string =>
  (error !== null && refusalText(error, undefined)) ||
  (status === null ? webhooksTexts.deliveries.noResponse : webhooksTexts.answered(status));

/** The groups of events that the form offers. */
export const EVENT_GROUPS = Object.keys(
  webhooksTexts.form.groups,
) as readonly (keyof typeof webhooksTexts.form.groups)[];

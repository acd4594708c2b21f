import { calendarFeedsTexts } from '../../../texts/calendarFeeds';
import { linkClass } from '../../../ui/linkClass';
import { CopyableText } from './CopyableText';
import { SecretDialog, type ShownSecretProps } from '../../../ui/SecretDialog';

const { made: texts } = calendarFeedsTexts;

/** Converts an address to the scheme that calendar apps handle: https://… becomes webcal://… */
const toWebcal = (url: string): string => url.replace(/^https?:/, 'webcal:');

/** The address of a new feed, which is shown once. Only the button that confirms that it is saved closes the dialog. */
export const CalendarFeedCreated = ({ url, ...dialog }: ShownSecretProps & { url: string }) => (
  <SecretDialog key="made" title={texts.title} texts={texts} {...dialog}>
    <p>{texts.text}</p>
    <CopyableText label={texts.address} text={url} copyLabel={texts.copy} messages={texts} />
    <p>
      <a href={toWebcal(url)} className={linkClass}>
        {texts.open}
      </a>
    </p>
    <p className="text-ink-3">{texts.hint}</p>
  </SecretDialog>
);

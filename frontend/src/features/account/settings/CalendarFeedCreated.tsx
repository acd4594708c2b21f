import type { RefObject } from 'react';
import { calendarFeedsTexts } from '../../../texts/calendarFeeds';
import { linkClass } from '../../../ui/linkClass';
import { CopyableText } from './CopyableText';
import { SecretDialog } from '../../../ui/SecretDialog';

const { made: texts } = calendarFeedsTexts;

/** Converts an address to the scheme that calendar apps handle: https://… becomes webcal://… */
const toWebcal = (url: string): string => url.replace(/^https?:/, 'webcal:');

interface CalendarFeedCreatedProps {
  open: boolean;
  url: string;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** The address of a new feed, which is shown once. Only the button that confirms that it is saved closes the dialog. */
export const CalendarFeedCreated = ({ open, url, onClose, finalFocus }: CalendarFeedCreatedProps) => (
  <SecretDialog key="made" open={open} title={texts.title} texts={texts} onClose={onClose} finalFocus={finalFocus}>
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

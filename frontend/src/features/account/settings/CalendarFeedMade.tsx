import type { RefObject } from 'react';
import { calendarFeedsTexts } from '../../../texts/calendarFeeds';
import { linkClass } from '../../../ui/linkClass';
import { CopiedText } from './CopiedText';
import { ToldOnceDialog } from '../../../ui/ToldOnceDialog';

const { made: texts } = calendarFeedsTexts;

/** Converts an address to the scheme that calendar apps handle: https://… becomes webcal://… */
const toWebcal = (url: string): string => url.replace(/^https?:/, 'webcal:');

interface CalendarFeedMadeProps {
  open: boolean;
  url: string;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** The address of a new feed, which is shown once. Only the button that confirms that it is saved closes the dialog. */
export const CalendarFeedMade = ({ open, url, onClose, finalFocus }: CalendarFeedMadeProps) => (
  <ToldOnceDialog key="made" open={open} title={texts.title} texts={texts} onClose={onClose} finalFocus={finalFocus}>
    <p>{texts.text}</p>
    <CopiedText label={texts.address} text={url} copyLabel={texts.copy} said={texts} />
    <p>
      <a href={toWebcal(url)} className={linkClass}>
        {texts.open}
      </a>
    </p>
    <p className="text-ink-3">{texts.hint}</p>
  </ToldOnceDialog>
);

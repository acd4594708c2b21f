import { useId, useState } from 'react';
import { CHANNELS, type Channel } from '@contract/profile';
import type { NotificationKind } from '@contract/notificationKinds';
import { notificationKindTexts } from '../../../texts/notificationSentences';
import { settingsTexts } from '../../../texts/settings';
import { Button } from '../../../ui/Button';
import { Checkbox } from '../../../ui/Checkbox';
import type { KindChoice, Preferences } from './usePreferences';

const { kinds: texts } = settingsTexts.notifications;

const SHOWN_KINDS = Object.keys(notificationKindTexts) as (keyof typeof notificationKindTexts)[];

interface KindChannelsProps {
  kinds: Preferences['kinds'];
  onChange: (choice: KindChoice) => void;
}

/** The channels on which the person wants each kind of notifications. The switches above take precedence. */
export const KindChannels = ({ kinds, onChange }: KindChannelsProps) => {
  const [isOpen, setOpen] = useState(false);
  const tableId = useId();
  const change = (kind: NotificationKind, channel: Channel, isOn: boolean): void => {
    const choice: KindChoice = { kind };
    choice[channel] = isOn;
    onChange(choice);
  };
  return (
    <div className="border-t border-line py-3">
      <Button
        size="md"
        aria-expanded={isOpen}
        aria-controls={isOpen ? tableId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? texts.hide : texts.show}
      </Button>
      {isOpen && (
        <table id={tableId} className="mt-3 w-full max-w-120">
          <caption className="mb-2 text-start text-ink-3">{texts.text}</caption>
          <thead>
            <tr className="text-xs text-ink-3">
              <th scope="col" className="py-1 text-start font-normal">
                {texts.kind}
              </th>
              {CHANNELS.map((channel) => (
                <th key={channel} scope="col" className="w-16 py-1 text-center font-normal">
                  {texts.channels[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SHOWN_KINDS.map((kind) => {
              const own = kinds.find((it) => it.kind === kind);
              return (
                <tr key={kind} className="border-t border-line">
                  <th scope="row" className="py-1.5 text-start font-normal">
                    {notificationKindTexts[kind].name}
                  </th>
                  {CHANNELS.map((channel) => (
                    <td key={channel} className="text-center">
                      <label
                        htmlFor={`${tableId}${kind}${channel}`}
                        className="inline-grid size-8 cursor-pointer place-items-center pointer-coarse:size-11"
                      >
                        <Checkbox
                          id={`${tableId}${kind}${channel}`}
                          aria-label={texts.choice(notificationKindTexts[kind].name, texts.channels[channel])}
                          checked={own?.[channel] ?? true}
                          onChange={({ target }) => change(kind, channel, target.checked)}
                        />
                      </label>
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
};

import { useEffect, useId, useRef, useState, type ClipboardEvent, type SyntheticEvent } from 'react';
import { useQuery } from '@apollo/client/react';
import { Combobox } from '@base-ui/react/combobox';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { PROJECT_ROLES, type ProjectRole } from '@contract/enums';
import { matchesText } from '@contract/fold';

import { cx } from '../../lib/cx';
import { saveTextDraft, readTextDraft } from '../../lib/drafts';
import { peopleTexts as texts } from '../../texts/people';
import { projectsTexts } from '../../texts/projects';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/Button';
import { usePortalContainer } from '../../ui/PortalProvider';
import { Select } from '../../ui/Select';
import { entriesToText, entriesIn, type Entry, isSameEntry, splitInput, uniqueEntries } from './entries';
import { SuggestedMembersDocument, type SuggestedMembersQuery } from './SuggestedMembers.generated';
import { useAddPeople } from './useAddPeople';
import { usePages } from './usePages';

type Suggested = NonNullable<SuggestedMembersQuery['project']>['suggestedMembers']['nodes'][number];
interface Offered extends Entry {
  user: Suggested;
}

const offer = (user: Suggested): Offered => ({ value: user.username, label: user.name, userId: user.id, user });

/** Returns all people who share a project with the viewer, page by page, so that they can be found while typing. */
const useSuggested = (projectId: string, isWanted: boolean): Offered[] => {
  const { data, fetchMore } = useQuery(SuggestedMembersDocument, {
    variables: { projectId },
    skip: !isWanted,
    fetchPolicy: 'cache-and-network',
  });
  const page = data?.project?.suggestedMembers;
  usePages(page, fetchMore);
  return (page?.nodes ?? []).map(offer);
};

/** The result for one person, shown below the field. */
interface Result {
  key: string;
  message: string;
  isError: boolean;
}

const ResultList = ({ id, results }: { id: string; results: readonly Result[] }) => (
  <div id={id} role="status">
    {results.length > 0 && (
      <ul className="mt-2 grid gap-1 text-xs">
        {results.map(({ key, message, isError }) => (
          <li key={key} className={cx('flex gap-1', isError ? 'text-danger-ink' : 'text-ink-2')}>
            {isError ? (
              <CircleAlert className="mt-px size-3.5 flex-none stroke-2" />
            ) : (
              <CircleCheck className="mt-px size-3.5 flex-none stroke-2 text-accent-ink" />
            )}
            <span className="min-w-0 wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
    )}
  </div>
);

/**
 * Adds people to a project through one field for any number of them: typed, pasted, or chosen from people with shared
 * projects. People with an account become members immediately; others are invited by email. People who could not be
 * added stay in the field.
 */
export const AddPeople = ({ projectId }: { projectId: string }) => {
  const ids = { field: useId(), results: useId() };
  const container = usePortalContainer();
  const draft = `add-people:${projectId}`;
  const { addPerson, readAgain } = useAddPeople(projectId);
  const [entries, setEntries] = useState(() => entriesIn(readTextDraft(draft)));
  const [text, setText] = useState('');
  const [role, setRole] = useState<ProjectRole>('MEMBER');
  const [results, setResults] = useState<readonly Result[]>([]);
  const [isPending, setPending] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const suggested = useSuggested(projectId, isWanted);
  const offered = suggested.filter((it) => !entries.some((entry) => isSameEntry(entry, it)));
  const matching =
    text.trim() === '' ? [] : offered.filter((it) => matchesText(`${it.label}\n${it.value}`, text.replace('@', '')));
  const isInvalid = results.some(({ isError }) => isError);

  useEffect(() => {
    saveTextDraft(draft, entriesToText(text.trim() === '' ? entries : [...entries, ...entriesIn(text)]));
  }, [draft, entries, text]);

  const put = (added: readonly Entry[], rest = ''): void => {
    if (added.length > 0) setEntries((known) => uniqueEntries([...known, ...added]));
    setText(rest);
  };
  const type = (next: string): void => {
    const { done, rest } = splitInput(next);
    put(done, rest);
    setResults([]);
  };
  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text');
    // A single pasted word is inserted at the caret.
    if (!/[\s,;@]/.test(pasted.trim())) return;
    event.preventDefault();
    put(entriesIn(`${text}${pasted}`));
    setResults([]);
  };

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    let left = uniqueEntries([...entries, ...entriesIn(text)]);
    input.current?.focus();
    if (left.length === 0) {
      setResults([{ key: '', message: texts.required, isError: true }]);
      return;
    }
    put(left);
    setPending(true);
    const all: Result[] = [];
    const addResult = (result: Result): void => {
      all.push(result);
      setResults([...all]);
    };
    for (const entry of left) {
      const outcome = await addPerson(entry, role);
      if ('message' in outcome) {
        left = left.filter((it) => it !== entry);
        // More people may have been added meanwhile.
        setEntries((now) => now.filter((it) => !isSameEntry(it, entry)));
        addResult({ key: entry.value, message: outcome.message, isError: false });
        continue;
      }
      addResult({ key: entry.value, message: texts.at(entry.label, outcome.error), isError: true });
      if (!outcome.isForAll) continue;
      if (left.length > 1) addResult({ key: '', message: texts.notSent(left.length), isError: true });
      break;
    }
    await readAgain();
    setPending(false);
  };

  return (
    <form noValidate className="mb-5" onSubmit={(event) => void submit(event)}>
      <Combobox.Root
        multiple
        items={matching}
        filter={null}
        value={entries}
        autoHighlight
        openOnInputClick={false}
        // An empty list would hide the rest of the page from screen readers.
        open={isOpen && matching.length > 0}
        onOpenChange={setOpen}
        isItemEqualToValue={isSameEntry}
        itemToStringLabel={({ label }: Entry) => label}
        inputValue={text}
        // Closing the list or leaving the field keeps the typed text.
        onInputValueChange={(next, { reason }) => reason === 'input-change' && type(next)}
        onValueChange={(next: Entry[], { reason }) => {
          if (reason === 'escape-key') return;
          setEntries(next);
          setResults([]);
          if (reason === 'item-press') setText('');
        }}
      >
        <label htmlFor={ids.field} className="sr-only">
          {texts.label}
        </label>
        <div className="flex flex-wrap items-start gap-2">
          <Combobox.Chips
            ref={box}
            className="input h-auto min-h-(--control-lg) flex-1 basis-60 flex-wrap gap-1.5 py-0.5 pointer-coarse:min-h-11"
          >
            {entries.map((entry) => (
              <Combobox.Chip
                key={entry.userId ?? entry.value}
                aria-label={entry.label}
                className={cx(
                  'tag h-6 bg-fill ps-2 pe-0.5 outline-offset-1 pointer-coarse:h-8',
                  results.some(({ key, isError }) => isError && key === entry.value) && 'border-danger text-danger-ink',
                )}
              >
                <span dir="auto" className="min-w-0 truncate">
                  {entry.label}
                </span>
                <Combobox.ChipRemove
                  aria-label={texts.remove(entry.label)}
                  className="relative grid size-5 flex-none place-items-center rounded-xs text-ink-3 hover:text-ink pointer-coarse:size-8"
                >
                  <X className="size-3.5" />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              ref={input}
              id={ids.field}
              data-add-people={projectId}
              dir="auto"
              className="h-6 min-w-24 flex-1 bg-transparent outline-0"
              placeholder={entries.length === 0 ? texts.placeholder : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-invalid={isInvalid || undefined}
              aria-describedby={ids.results}
              onFocus={() => setWanted(true)}
              onPaste={paste}
            />
          </Combobox.Chips>
          <div className="flex gap-2 max-sm:w-full max-sm:justify-between">
            <Select
              className="w-28 text-start"
              look="filter"
              aria-label={texts.role}
              value={role}
              onValueChange={setRole}
              items={PROJECT_ROLES.map((value) => ({
                value,
                label: projectsTexts.members.roles[value],
                note: projectsTexts.members.roleMeaning[value],
              }))}
            />
            <Button type="submit" pending={isPending}>
              {texts.submit}
            </Button>
          </div>
        </div>
        <Combobox.Portal container={container}>
          <Combobox.Positioner
            className="z-40 outline-0 data-[empty]:hidden"
            anchor={box}
            align="start"
            sideOffset={4}
            collisionPadding={8}
          >
            <Combobox.Popup className="pop w-72 max-w-(--available-width)" aria-label={texts.suggestions}>
              <Combobox.List className="menu max-h-72 overflow-y-auto">
                {(item: Offered) => (
                  <Combobox.Item key={item.userId} value={item} className="menu-row">
                    <Avatar user={item.user} decorative />
                    <span className="min-w-0 flex-1 truncate">
                      <bdi>{item.label}</bdi> <span className="text-ink-3">@{item.value}</span>
                    </span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {results.length === 0 && <p className="mt-1.5 text-xs text-ink-3">{texts.hint}</p>}
      <ResultList id={ids.results} results={results} />
    </form>
  );
};

import { projectsTexts } from '../../texts/projects';

const { draft: texts } = projectsTexts;

/** Shows that the form contains a draft, with a button that clears it. */
export const DraftNote = ({ onDiscard }: { onDiscard: () => void }) => (
  <p className="text-xs">
    <span role="status">{texts.restored}</span>
    <span aria-hidden="true" className="before:mx-1.5 before:content-['·']" />
    <button
      type="button"
      className="rounded-xs underline underline-offset-2 hover:text-ink pointer-coarse:py-2.5"
      onClick={onDiscard}
    >
      {texts.discard}
    </button>
  </p>
);

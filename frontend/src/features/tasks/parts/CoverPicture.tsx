import { useSmallPicture } from './useSmallPicture';

/** The picture of a cover; renders nothing until it is loaded, or if that fails. */
export const CoverPicture = ({ url }: { url: string }) => {
  const shown = useSmallPicture(url);
  return shown !== null && <img src={shown} alt="" draggable={false} className="size-full object-cover" />;
};

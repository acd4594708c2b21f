import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Which of the sections is being read: the one asked for while its heading is in view, otherwise the first that is. */
export const useSectionInView = (ids: readonly string[]): string | undefined => {
  const { hash } = useLocation();
  const [visible, setVisible] = useState<readonly string[]>([]);

  useEffect(() => {
    const seen = new Set<string>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const id = target.id.replace(/-title$/, '');
        if (isIntersecting) seen.add(id);
        else seen.delete(id);
      }
      // In the middle of a long section no heading is in view; its own was the last.
      if (seen.size > 0) setVisible(ids.filter((id) => seen.has(id)));
    });
    for (const id of ids) {
      const heading = document.getElementById(`${id}-title`);
      if (heading) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [ids]);

  const asked = hash.slice(1);
  return visible.includes(asked) ? asked : (visible[0] ?? ids[0]);
};

import { ListSkeleton } from '../../ui/skeletons.tsx';

/** Placeholder of the main screen while its code loads. */
export function ShellSkeleton() {
  return (
    <div className="flex h-dvh flex-col">
      <div className="h-16 shrink-0 border-b border-line bg-surface" />
      <div className="grow overflow-hidden p-3 lg:ms-auto lg:w-88 lg:border-s lg:border-line">
        <ListSkeleton rows={7} />
      </div>
      <div className="h-17 shrink-0 border-t border-line bg-surface lg:hidden" />
    </div>
  );
}

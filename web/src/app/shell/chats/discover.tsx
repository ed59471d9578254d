import { Trans, useLingui } from '@lingui/react/macro';
import { Compass } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useHasInbox } from '../../../features/inbox/inbox-tab.tsx';
import { CreateLink } from '../../../features/rooms/index.ts';
import { ActiveRooms } from '../../../features/rooms/list/rooms-tab.tsx';
import { useOpenChat, useSwitchChat } from '../../../platform/use-switch-chat.ts';
import { Drawer } from '../../../ui/drawer.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { FirstVisit } from './first-visit.tsx';
import { PanelHead } from './panel-head.tsx';

type RoomsProps = {
  /** The first visit, which has the rooms in which most people talk, is on screen too (HM-04). */
  hasLively: boolean;
  /** Shown above the list. */
  lead?: ReactNode;
  /** Called when a room was pressed. */
  onOpened?: () => void;
};

/** Rooms to discover. */
function Rooms({ onOpened, ...list }: RoomsProps) {
  const { groupId } = useOpenChat();
  const switchChat = useSwitchChat();
  const isInRoom = useHasInbox()?.room ?? false;
  const open = (id: string) => {
    onOpened?.();
    switchChat({ groupId: id });
  };
  return <ActiveRooms openGroupId={groupId} onOpen={open} isInRoom={isInRoom} {...list} />;
}

/** The rooms of phones, with the first visit above them for who is in none yet (HM-04). */
export function RoomsOfPhones() {
  const known = useHasInbox();
  if (!known) return <ListSkeleton />;
  return <Rooms hasLively={!known.room} lead={!known.room && <FirstVisit level={2} />} />;
}

/** The right panel while no chat is open: rooms to discover (SH-08, HM-03). */
export function RoomsPanel() {
  const { t } = useLingui();
  return (
    <section aria-label={t`Active Rooms`} className="flex min-h-0 grow flex-col">
      <PanelHead title={<Trans>Active Rooms</Trans>} action={<CreateLink isBesideTitle />} />
      <div className="min-h-0 grow overflow-y-auto">
        <Rooms hasLively />
      </div>
    </section>
  );
}

/** Opens the rooms to discover over what is open, where their panel is not on screen (HM-03). */
export function DiscoverButton({ hasLively }: Pick<RoomsProps, 'hasLively'>) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        label={t`Active Rooms`}
        aria-haspopup="dialog"
        icon={<Compass aria-hidden="true" className="size-5" />}
        onClick={() => setOpen(true)}
      />
      <Drawer isOpen={isOpen} onClose={close} title={<Trans>Active Rooms</Trans>}>
        <div className="flex flex-wrap px-3 pt-3">
          <CreateLink />
        </div>
        <Rooms hasLively={hasLively} onOpened={close} />
      </Drawer>
    </>
  );
}

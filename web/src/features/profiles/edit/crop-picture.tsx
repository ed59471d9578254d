import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState, useSyncExternalStore } from 'react';
import Cropper, { type Area, type Point } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';

const MAX_ZOOM = 4;
const KEY_STEP_PX = 8;

export type CropPictureProps = {
  file: File;
  onArea: (area: Area) => void;
  /** Called when the browser can't show the file. */
  onFailed: () => void;
};

/** Returns an external store of the file's object URL, which is revoked with the subscription. */
function createAddress(file: File) {
  const address: { current?: string } = {};
  return {
    read: () => address.current,
    subscribe(onChange: () => void) {
      address.current = URL.createObjectURL(file);
      onChange();
      return () => URL.revokeObjectURL(address.current ?? '');
    },
  };
}

/** Returns an object URL of the file while the component is mounted. */
function useFileAddress(file: File): string | undefined {
  const address = useMemo(() => createAddress(file), [file]);
  return useSyncExternalStore(address.subscribe, address.read);
}

/** Selects the square of a picture: moved by pointer or arrow keys, scaled by wheel, pinch or slider. */
export function CropPicture({ file, onArea, onFailed }: CropPictureProps) {
  const { t } = useLingui();
  const address = useFileAddress(file);
  const [place, setPlace] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <div className="grid gap-2">
      <div className="relative h-64 overflow-hidden rounded-card bg-raised">
        {address && (
          <Cropper
            image={address}
            aspect={1}
            crop={place}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            keyboardStep={KEY_STEP_PX}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropComplete={(_part, area) => onArea(area)}
            mediaProps={{ alt: t`Your picture`, onError: onFailed }}
            cropperProps={{
              role: 'group',
              'aria-label': t`Part of the picture; move it with the arrow keys`,
            }}
            disableAutomaticStylesInjection
          />
        )}
      </div>
      <label className="flex min-h-11 items-center gap-3 text-sm font-semibold">
        <Trans>Zoom</Trans>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.1}
          value={zoom}
          onChange={(event) => setZoom(event.target.valueAsNumber)}
          className="grow accent-(--rani)"
        />
      </label>
    </div>
  );
}

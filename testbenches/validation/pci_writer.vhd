-- An initiator for tests: after reset it writes one dword that no target claims, and ends with a master abort.
library ieee;
use ieee.std_logic_1164.all;

entity pci_writer is
    port (
        clk, rst_n, gnt_n : in std_logic;
        req_n : out std_logic;
        ad : inout std_logic_vector(31 downto 0);
        cbe_n : inout std_logic_vector(3 downto 0);
        par, frame_n, irdy_n : inout std_logic
    );
end;

architecture rtl of pci_writer is
    signal ad_out : std_logic_vector(31 downto 0);
    signal cbe_out : std_logic_vector(3 downto 0);
    signal enable : std_logic;
begin
    ad <= ad_out when enable = '1' else (others => 'Z');
    cbe_n <= cbe_out when enable = '1' else (others => 'Z');

    process (clk, rst_n)
        variable step : integer;
    begin
        if rst_n = '0' then
            step := -8;  -- clocks without FRAME# after reset
            req_n <= '1';
            enable <= '0';
            par <= 'Z';
            frame_n <= 'Z';
            irdy_n <= 'Z';
        elsif rising_edge(clk) then
            par <= 'Z';
            if enable = '1' then
                par <= (xor ad_out) xor (xor cbe_out);
            end if;
            case step is
                when 0 => req_n <= '0';
                when 1 =>
                    if gnt_n = '0' and to_x01(frame_n) = '1' and to_x01(irdy_n) = '1' then
                        req_n <= '1';
                        frame_n <= '0';
                        enable <= '1';
                        ad_out <= x"0BAD_0000";
                        cbe_out <= x"7";
                    else
                        step := 0;
                    end if;
                when 2 =>
                    frame_n <= '1';
                    irdy_n <= '0';
                    ad_out <= x"600D_CAFE";
                    cbe_out <= x"0";
                when 8 =>  -- five clocks without DEVSEL#
                    enable <= '0';
                    frame_n <= 'Z';
                    irdy_n <= '1';
                when 9 => irdy_n <= 'Z';
                when others => null;
            end case;
            if step < 10 then
                step := step + 1;
            end if;
        end if;
    end process;
end;
